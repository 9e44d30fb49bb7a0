#!/bin/sh
# Lists the commits between two tags, oldest first, one a line: short hash, subject, author.
# Usage: changes.sh FROM [TO]      TO is HEAD when left out.
set -eu

if [ $# -lt 1 ]; then
  echo "usage: changes.sh FROM [TO]" >&2
  exit 2
fi

from=$1
to=${2:-HEAD}

for tag in "$from" "$to"; do
  git rev-parse --verify --quiet "$tag^{commit}" >/dev/null || {
    echo "changes.sh: there is no commit or tag \"$tag\" here" >&2
    exit 1
  }
done

git log --reverse --no-merges --format='%h  %s  (%an)' "$from..$to"
