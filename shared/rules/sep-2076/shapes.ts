import { resultOf } from "../answers";
import { gathered, idsOf } from "../convention-rules";
import { notApplicable, type RawFinding } from "../define-rule";
import { describe, isRecord, member, show } from "../values";
import { declares, got, LIST, listed, readsOf, rule } from "./declare";
import { UNDECLARED } from "./rules";

/** Rules of SEP-2076 on the shape of what skills/list and skills/get give. */

/** Says what is wrong with a value, or undefined. */
type Check = (value: unknown) => string | undefined;

const text: Check = (value) => (typeof value === "string" ? undefined : "a string");
const flag: Check = (value) => (typeof value === "boolean" ? undefined : "a boolean");
const object: Check = (value) => (isRecord(value) ? undefined : "an object");
const listOfEach =
  (each: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return "an array";
    const odd = value.map(each).find((wrong) => wrong !== undefined);
    return odd === undefined ? undefined : `an array in which each is ${odd}`;
  };
const record =
  (required: Record<string, Check>, optional: Record<string, Check>): Check =>
  (value) => {
    if (!isRecord(value)) return "an object";
    for (const [key, check] of Object.entries(required)) {
      const wrong = check(value[key]);
      if (wrong !== undefined) return `an object whose ${key} is ${wrong}`;
    }
    for (const [key, check] of Object.entries(optional)) {
      const wrong = value[key] === undefined ? undefined : check(value[key]);
      if (wrong !== undefined) return `an object whose ${key}, if given, is ${wrong}`;
    }
    return undefined;
  };
const reference =
  (type: string, key: string): Check =>
  (value) =>
    member(value, "type") === type && typeof member(value, key) === "string"
      ? undefined
      : `{"type": "${type}", "${key}": a string}`;

const dependencies = record(
  {},
  {
    tools: listOfEach(text),
    prompts: listOfEach(reference("ref/prompt", "name")),
    resources: listOfEach(reference("ref/resource", "uri")),
  },
);
const FILE = record(
  { name: text, uri: text },
  { title: text, description: text, mimeType: text, required: flag, _meta: object },
);

const ENTRY: Record<string, Check> = {
  title: text,
  description: text,
  version: text,
  tags: listOfEach(text),
  arguments: listOfEach(record({ name: text }, { title: text, description: text, required: flag })),
  dependencies,
  icons: listOfEach(object),
  _meta: object,
};

export const listShape = rule(
  {
    id: "s2076-list-shape",
    level: "MUST",
    section: "3, 5",
    title: "An element of skills/list has a name, and its other fields have their types",
    why: "Clients show the list from these fields alone.",
    fix: "Send name as a string, and the optional fields with the types of the draft; uri and frontmatter belong to SEP-2640.",
  },
  (index) => {
    if (!declares(index.server)) return UNDECLARED;
    const reads = readsOf(index);
    const all = listed(reads);
    const odd = reads.of(LIST).flatMap((page): RawFinding[] => {
      const result = resultOf(page);
      if (!result || (Array.isArray(result.skills) && result.skills.every(isRecord))) return [];
      return [
        {
          message: `skills in the result of ${LIST} is no array of objects.`,
          expected: "skills: an array of objects",
          actual: show(result.skills),
          evidence: idsOf([page]),
          locus: "skills",
        },
      ];
    });
    if (all.length === 0 && odd.length === 0) return notApplicable(`${LIST} shows no skill`);
    const seen = new Set<unknown>();
    return gathered([
      ...odd,
      ...all.flatMap(({ raw, name, page }): RawFinding[] => {
        const found: RawFinding[] = [];
        const add = (what: string, expected: string, actual: string, more: Partial<RawFinding> = {}) =>
          found.push({
            message: `The element ${show(name)} of skills/list ${what}.`,
            expected,
            actual,
            evidence: idsOf([page]),
            locus: `${show(name)} ${what}`,
            ...more,
          });
        if (typeof name !== "string" || name === "") add("has no name", "a string", describe(name));
        else if (seen.has(name))
          add("has the name of another one", "unique names", show(name), { outcome: "note" });
        seen.add(name);
        for (const [key, check] of Object.entries(ENTRY)) {
          const wrong = raw[key] === undefined ? undefined : check(raw[key]);
          if (wrong !== undefined) add(`has a wrong ${key}`, wrong, show(raw[key]));
        }
        const later = ["uri", "frontmatter"].filter((key) => key in raw);
        if (later.length > 0) {
          add(`has ${later.join(" and ")}`, "name, and no uri", show(later), {
            fix: "This is the shape of SEP-2640: declare the extension and check the server by skills-ext-stable.",
          });
        }
        const unknown = Object.keys(raw).filter(
          (key) => key !== "name" && !(key in ENTRY) && !later.includes(key),
        );
        if (unknown.length > 0)
          add(`has unknown fields: ${unknown.join(", ")}`, "the fields of the draft", show(unknown), {
            outcome: "note",
          });
        return found;
      }),
    ]);
  },
);

const RESULT: Record<string, Check> = {
  description: text,
  instructions: text,
  dependencies,
  files: listOfEach(FILE),
};

export const getShape = rule(
  {
    id: "s2076-get-shape",
    level: "MUST",
    section: "5 GetSkillResult",
    title: "The result of skills/get has description, instructions, dependencies and files at top level",
    why: "Clients of this draft look for no wrapper.",
    fix: "Send the four fields at top level of the result, each with its type.",
  },
  (index) => {
    const all = got(readsOf(index));
    if (all.length === 0) return notApplicable("no skills/get gave a result");
    return gathered(
      all.flatMap(({ name, result, answer }) => {
        const faults: [string, string, string, string?][] = Object.entries(RESULT).flatMap(([key, check]) => {
          // s2076-get-instructions says when they are missing.
          const wrong = result[key] === undefined ? undefined : check(result[key]);
          return wrong === undefined
            ? []
            : [[`has a wrong ${key}`, wrong, show(result[key])] as [string, string, string]];
        });
        if ("skill" in result)
          faults.push([
            "wraps the skill",
            "no member skill",
            show(result.skill),
            "This is the shape of SEP-2640: declare the extension and check the server by skills-ext-stable.",
          ]);
        return faults.map(([what, expected, actual, fix]) => ({
          message: `skills/get of ${name} ${what}.`,
          expected,
          actual,
          ...(fix === undefined ? {} : { fix }),
          evidence: idsOf([answer]),
          locus: `${name} ${what}`,
        }));
      }),
    );
  },
);

export const shapeRules = [listShape, getShape];
