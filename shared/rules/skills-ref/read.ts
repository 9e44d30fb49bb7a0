import type { FileEvidence, SkillEvidence } from "../../model/evidence";
import type { FindingLocation } from "../../model/finding";
import { MAX_FRONTMATTER_BYTES } from "../../skill-file/frontmatter";
import { LineIndex } from "../../skill-file/positions";
import { skillRoot } from "../../uri/skill-uri";
import { placeIn, whyNotRead } from "../agent-skills/skill-md";
import { fail, notApplicable, type RawFinding, untestable, type Verdict } from "../define-rule";
import { says } from "./declare";
import { type StrictField, strictYaml } from "./strict-yaml";

/** The steps in which skills-ref reads a file; it reports the first that fails and nothing after it. */
type Step = "sr-frontmatter-open" | "sr-frontmatter-close" | "sr-strictyaml" | "sr-mapping";

/** A file as skills-ref reads it. */
export interface StrictRead {
  file: FileEvidence;
  stopped?: { step: Step; finding: RawFinding };
  /** The fields, when no step failed. */
  fields: StrictField[];
  /** The place of an offset of the YAML. */
  place: (offset: number) => FindingLocation;
}

/** The file that skills-ref takes: SKILL.md, else skill.md. */
export function chosenFile(skill: SkillEvidence): FileEvidence | undefined {
  const root = skillRoot(skill.uri);
  const at = root ?? skill.uri.slice(0, Math.max(0, skill.uri.lastIndexOf("/")));
  const named = (name: string) => skill.files.find((file) => file.uri === `${at}/${name}`);
  return named("SKILL.md") ?? named("skill.md");
}

/** Runs a check on the fields that skills-ref reads; not applicable where it stops before. */
export function onFields(skill: SkillEvidence, check: (read: StrictRead) => Verdict): Verdict {
  return onRead(skill, (read) =>
    read.stopped ? notApplicable(`skills-ref stops before, at ${read.stopped.step}`) : check(read),
  );
}

/** The verdict of one reading step. */
export function onStep(skill: SkillEvidence, step: Step): Verdict {
  return onRead(skill, ({ stopped }) => {
    if (!stopped) return { kind: "pass" };
    if (stopped.step === step) return fail(stopped.finding);
    return ORDER.indexOf(stopped.step) > ORDER.indexOf(step)
      ? { kind: "pass" }
      : notApplicable(`skills-ref stops before, at ${stopped.step}`);
  });
}

const ORDER: Step[] = ["sr-frontmatter-open", "sr-frontmatter-close", "sr-strictyaml", "sr-mapping"];

function onRead(skill: SkillEvidence, check: (read: StrictRead) => Verdict): Verdict {
  const file = chosenFile(skill);
  if (!file) return notApplicable("there is no SKILL.md; sr-skillmd says so");
  if (!file.facts) return untestable(`SKILL.md was not read: ${whyNotRead(file)}`);
  if (!file.facts.utf8) return check(undecodable(file));
  if (file.facts.text === undefined) return untestable("the text of SKILL.md is no longer held");
  const read = readStrictly(file, file.facts.text);
  return read
    ? check(read)
    : untestable(`the frontmatter is larger than ${MAX_FRONTMATTER_BYTES} bytes and was not parsed`);
}

function undecodable(file: FileEvidence): StrictRead {
  const start = { line: 1, column: 1, offset: 0 };
  return {
    file,
    fields: [],
    place: () => placeIn(file, start),
    stopped: {
      step: "sr-frontmatter-open",
      finding: {
        message: "skills-ref ends with a UnicodeDecodeError: the file is not UTF-8.",
        expected: "UTF-8",
        fix: "Save the file as UTF-8.",
        location: placeIn(file, start),
      },
    },
  };
}

/** Follows skills-ref step by step. @returns undefined when the YAML is too large to be parsed here */
function readStrictly(file: FileEvidence, raw: string): StrictRead | undefined {
  // Python reads text with universal line breaks; lines and columns stay what they are in the file.
  const text = raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
  const lines = new LineIndex(text);
  const placeAt = (offset: number) => placeIn(file, lines.at(offset));
  const read: StrictRead = { file, fields: [], place: (offset) => placeAt(offset + 3) };
  const stop = (step: Step, sentence: string, offset: number, fix: string, expected: string): StrictRead => ({
    ...read,
    stopped: { step, finding: { message: says(sentence), expected, fix, location: placeAt(offset) } },
  });
  if (!text.startsWith("---")) {
    const fix = text.startsWith("\ufeff")
      ? "Save the file as UTF-8 without BOM: the three bytes before --- are in the way."
      : "Begin the file with ---, without anything before it.";
    return stop(
      "sr-frontmatter-open",
      "SKILL.md must start with YAML frontmatter (---)",
      0,
      fix,
      "--- as the first characters",
    );
  }
  const end = text.indexOf("---", 3);
  if (end < 0) {
    return stop(
      "sr-frontmatter-close",
      "SKILL.md frontmatter not properly closed with ---",
      0,
      "Add a line --- after the last field.",
      "a second ---",
    );
  }
  if (end > MAX_FRONTMATTER_BYTES) return undefined;
  const cut =
    text[end - 1] === "\n" ? "" : " skills-ref ends the frontmatter at the first ---, even inside a value.";
  const result = strictYaml(text.slice(3, end));
  if (result.kind === "fault") {
    const { message, own, fix, offset } = result.fault;
    return stop(
      "sr-strictyaml",
      `Invalid YAML in frontmatter${own ? "." : ":"} ${message.replace(/\.$/, "")}.${cut}`,
      offset + 3,
      cut ? "Avoid --- inside values: skills-ref takes it for the closing line." : fix,
      "YAML without flow style, anchors, tags and duplicate keys",
    );
  }
  if (result.kind === "not-a-mapping") {
    return stop(
      "sr-mapping",
      `SKILL.md frontmatter must be a YAML mapping. It is ${result.found}.${cut}`,
      3,
      "Write one key: value line for each field.",
      "a mapping",
    );
  }
  return { ...read, fields: result.fields };
}
