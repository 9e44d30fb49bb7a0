import type { Exchange } from "../../model/evidence";
import type { ConventionProfile } from "../convention";
import {
  complete,
  contentsOf,
  declaresSkills,
  listedResources,
  listedTemplates,
  read,
  readAmong,
  untilKnown,
} from "../convention-rules";
import { fixedProbe, type Probe, type ProbeContext, type ProbeRequest } from "../probe";
import { isRecord, member } from "../values";
import { jackSkills, TEMPLATES } from "./declare";

/** A name that the server does not have. */
export const UNKNOWN = "zz-no-such-skill";

export function recognise({ server }: ProbeContext): boolean {
  if (declaresSkills(server)) return false;
  if (listedResources(server).some(({ uri }) => uri === "skill://index.json")) return false;
  const templates = listedTemplates(server).map(({ uri }) => uri);
  return (
    jackSkills(server).some(({ collection }) => collection) ||
    TEMPLATES.every((template) => templates.includes(template))
  );
}

/** The first file that a collection shows under a URI of its own. */
export function firstFile(collections: readonly Exchange[]): string | undefined {
  return collections
    .flatMap(contentsOf)
    .map(({ uri }) => uri)
    .find((uri) => typeof uri === "string");
}

export const reads: ConventionProfile["reads"] = {
  next: untilKnown(({ server }, answers) => {
    const skills = jackSkills(server);
    const collections = skills.flatMap(({ uri }) => readAmong(answers, `${uri}/`) ?? []);
    const file = firstFile(collections);
    const first = skills[0];
    return [
      ...skills.flatMap(({ uri, collection }) => (collection ? read(`${uri}/`, "collection") : [])),
      { method: "tools/list", params: {} },
      { method: "prompts/list", params: {} },
      ...(first ? [{ method: "prompts/get", params: { name: first.name } }] : []),
      ...(first ? [read(`${first.uri}/SKILL.md`, "file")] : []),
      ...(file === undefined ? [] : [read(file, "file")]),
    ];
  }),
};

/** The name with its first letter in the other case, where that is no skill too. */
export function otherCase(names: readonly string[]): { name: string; other: string } | undefined {
  for (const name of names) {
    const letter = /[A-Za-z]/.exec(name)?.[0];
    if (letter === undefined) continue;
    const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const other = name.replace(letter, swapped);
    if (!names.includes(other)) return { name, other };
  }
  return undefined;
}

/** A part of a name, from its third character, with which no name begins. */
export function middlePart(names: readonly string[]): string | undefined {
  const lower = names.map((name) => name.toLowerCase());
  return lower
    .map((name) => name.slice(2, 6))
    .find((part) => part.length > 1 && !lower.some((name) => name.startsWith(part)));
}

/** Where completion is asked: tag and reference, with the name of the argument. */
export const COMPLETED = [
  { tag: "skill", ref: { type: "ref/resource", uri: TEMPLATES[0] }, argument: "skillName" },
  { tag: "directory", ref: { type: "ref/resource", uri: TEMPLATES[1] }, argument: "skillName" },
  { tag: "prompt", ref: { type: "ref/prompt", name: "skill" }, argument: "name" },
] as const;

function completions({ server }: ProbeContext): ProbeRequest[] {
  const names = jackSkills(server).map(({ name }) => name);
  if (names.length === 0 || !isRecord(member(server.capabilities, "completions"))) return [];
  const letter = /^[A-Za-z]/.exec(names[0]!)?.[0];
  const swapped = letter && (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase());
  return ["", swapped, middlePart(names)]
    .filter((value) => value !== undefined)
    .flatMap((value) => COMPLETED.map(({ tag, ref, argument }) => complete(ref, argument, value, tag)));
}

function nameReads({ server }: ProbeContext): ProbeRequest[] {
  const skills = jackSkills(server);
  const first = skills[0];
  if (!first) return [];
  const swapped = otherCase(skills.map(({ name }) => name));
  return [
    read(`${first.uri}?zz=1`, `${first.name}?zz=1`),
    ...(swapped ? [read(`skill://${encodeURIComponent(swapped.other)}`, swapped.other)] : []),
  ];
}

function subscriptions({ server }: ProbeContext): ProbeRequest[] {
  const first = jackSkills(server)[0];
  if (!first || member(member(server.capabilities, "resources"), "subscribe") !== true) return [];
  const ask = (method: string, uri: string) => ({ method, params: { uri } });
  return [
    ask("resources/subscribe", first.uri),
    ask("resources/subscribe", "skill://"),
    ask("resources/subscribe", `skill://${UNKNOWN}`),
    ask("resources/unsubscribe", "skill://"),
    ask("resources/unsubscribe", first.uri),
  ];
}

export const probes: Probe[] = [
  fixedProbe("skilljack-unknown", "a skill that skilljack does not have", (context) =>
    recognise(context) ? [read(`skill://${UNKNOWN}`), read(`skill://${UNKNOWN}/`)] : [],
  ),
  fixedProbe("skilljack-completion", "completion of skill names by their beginning", completions),
  fixedProbe("skilljack-name", "skill names with a query and in other letter case", nameReads),
  fixedProbe("skilljack-subscribe", "subscriptions to a skill, to all and to none", subscriptions),
];
