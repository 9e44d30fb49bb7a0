"""Says what is inside a CSV file without changing it.

Usage: python3 inspect_csv.py FILE
Needs Python 3.9 or newer and nothing else.
"""

import collections
import csv
import sys
from pathlib import Path


def decode(raw: bytes) -> tuple[str, str]:
    """The text and the name of the encoding that fits first."""
    if raw.startswith(b"\xef\xbb\xbf"):
        return raw.decode("utf-8-sig", "replace"), "utf-8 with a byte order mark"
    for encoding in ("utf-8", "cp1252"):
        try:
            return raw.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1"), "latin-1"


def separator(text: str) -> str:
    """The candidate that gives the first lines most columns."""
    head = text.splitlines()[:20]
    return max(",;\t|", key=lambda mark: sum(line.count(mark) for line in head))


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: python3 inspect_csv.py FILE", file=sys.stderr)
        return 2
    path = Path(sys.argv[1])
    if not path.is_file():
        print(f"{path}: there is no such file", file=sys.stderr)
        return 1
    text, encoding = decode(path.read_bytes())
    mark = separator(text)
    rows = list(csv.reader(text.splitlines(), delimiter=mark))
    widths = collections.Counter(len(row) for row in rows)
    print(f"encoding   {encoding}")
    print(f"separator  {mark!r}")
    print(f"rows       {len(rows)}")
    print("columns    " + ", ".join(f"{width} ({count} rows)" for width, count in widths.most_common()))
    for row in rows[:3]:
        print("           ", row)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
