import { visible } from "../../shared/model/visible";
import { judgeName } from "../../shared/rules/agent-skills/names";
import { dotSegments, type UriFault, type UriPart } from "../../shared/uri/rfc3986";
import { decodeSegment } from "../../shared/uri/skill-uri";
import type { UriInspection } from "../../shared/uri/workbench";

interface Piece {
  text: string;
  className: string;
  title: string;
}

const COLOURS: Partial<Record<UriPart, string>> = {
  scheme: "lit",
  userinfo: "v3",
  host: "v1",
  port: "v3",
  path: "path",
  query: "v2",
  fragment: "v4",
};

/** The input with its parts in colours and its faults underlined. */
export function PartsLine({ inspection }: { inspection: UriInspection }) {
  const pieces = inspection.kind === "uri" ? uriPieces(inspection) : templatePieces(inspection);
  return (
    <div className="tpl-expansion">
      <output className="tpl-expansion-text" aria-label="The parts">
        {pieces.map((piece, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing else and are drawn anew as a whole.
          <span key={at} className={piece.className} title={piece.title}>
            {visible(piece.text)}
          </span>
        ))}
      </output>
    </div>
  );
}

function uriPieces({ input, spans, faults: grammar }: Extract<UriInspection, { kind: "uri" }>): Piece[] {
  const faults = [...grammar, ...suspects(input)];
  const partAt = (at: number) =>
    (Object.keys(COLOURS) as UriPart[]).find((part) => {
      const span = spans[part];
      return span !== undefined && at >= span[0] && at < span[1];
    });
  return runs(input, (at) => {
    const fault = faultAt(faults, at);
    const part = partAt(at);
    const separator = part === "path" && input[at] === "/";
    const colour = part === undefined || separator ? "lit" : COLOURS[part]!;
    return { className: fault ? "tpl-fault" : colour, title: fault?.message ?? part ?? "" };
  });
}

function templatePieces({ input, parts, faults }: Extract<UriInspection, { kind: "template" }>): Piece[] {
  return runs(input, (at) => {
    const fault = faultAt(faults, at);
    const part = parts.find((candidate) => at >= candidate.start && at < candidate.end);
    const title = fault?.message ?? (part?.kind === "expression" ? part.text : "literal");
    return { className: fault ? "tpl-fault" : part?.kind === "expression" ? "v1" : "lit", title };
  });
}

function faultAt(faults: readonly Pick<UriFault, "at" | "length" | "message">[], at: number) {
  return faults.find((fault) => at >= fault.at && at < fault.at + Math.max(fault.length, 1));
}

/** What is valid and yet no skill URI: dot segments, another spelling of SKILL.md, a name against the rules. */
function suspects(input: string): { at: number; length: number; message: string }[] {
  const found = dotSegments(input).map(({ at, segment }) => ({
    at,
    length: segment.length,
    message: `"${segment}" is removed by every parser`,
  }));
  const file = /\/(skill\.md)$/i.exec(input);
  if (!file) return found;
  const at = file.index + 1;
  if (file[1] !== "SKILL.md")
    found.push({ at, length: file[1]!.length, message: "The file must be spelled SKILL.md" });
  const start = input.lastIndexOf("/", file.index - 1) + 1;
  const name = input.slice(start, file.index);
  const problem = judgeName(decodeSegment(name) ?? name).reasons.find(({ severity }) => severity === "error");
  if (problem && !found.some((other) => other.at === start))
    found.push({ at: start, length: name.length, message: problem.message });
  return found;
}

/** Characters past this are drawn in one piece. */
const DETAILED = 4_000;

/** Joins neighbouring characters that are drawn alike. */
function runs(text: string, styleAt: (at: number) => Omit<Piece, "text">): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < Math.min(text.length, DETAILED); at++) {
    const style = styleAt(at);
    const last = pieces.at(-1);
    if (last && last.className === style.className && last.title === style.title) last.text += text[at];
    else pieces.push({ ...style, text: text[at]! });
  }
  if (text.length > DETAILED) pieces.push({ text: text.slice(DETAILED), className: "lit", title: "" });
  return pieces;
}
