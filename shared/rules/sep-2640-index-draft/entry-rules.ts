import type { Exchange } from "../../model/evidence";
import { compareFrontmatter } from "../../skill-file/compare";
import { parseFrontmatter } from "../../skill-file/frontmatter";
import { parseTemplate } from "../../uri/rfc6570";
import { splitSkillUri } from "../../uri/skill-uri";
import { errorOf, outcomeText } from "../answers";
import { type ConventionReads, gathered, idsOf, textOf } from "../convention-rules";
import { notApplicable, type RawFinding, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { describe, isRecord, kindOf, show } from "../values";
import { unpacked } from "./archive-rules";
import { artifactsOf, entriesOf, INDEX, type IndexEntry, readsOf, rule, type Shape } from "./declare";

/** Rules on the entries of the index. */

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A fault of an entry: what is wrong, what was expected, what was seen, and a read that proves it. */
type Fault = [what: string, expected: string, actual: string, read?: Exchange | undefined];

/** Judges the entries of some shapes one by one. */
function onEntries(
  shapes: readonly Shape[],
  index: EvidenceIndex,
  check: (entry: IndexEntry, reads: ConventionReads) => (Fault | RawFinding)[],
): Verdict {
  const reads = readsOf(index);
  const entries = entriesOf(reads).filter(({ shape }) => shape !== undefined && shapes.includes(shape));
  if (entries.length === 0) return notApplicable(`the index has no entry of shape ${shapes.join(" or ")}`);
  return gathered(
    entries.flatMap((entry) =>
      check(entry, reads).map((fault): RawFinding => {
        if (!Array.isArray(fault)) return fault;
        const [what, expected, actual, read] = fault;
        return {
          subject: entry.url === undefined ? { kind: "server" } : { kind: "uri", uri: entry.url },
          message: `Entry ${entry.at} of the index${typeof entry.name === "string" ? ` (${entry.name})` : ""} ${what}.`,
          expected,
          actual,
          evidence: idsOf([reads.read(INDEX), read]),
          locus: `${entry.at} ${what}`,
        };
      }),
    ),
  );
}

const ALL: readonly Shape[] = ["A", "B", "C"];

export const url = rule(
  {
    id: "ix-url",
    level: "MUST",
    section: "Skill URIs, Index",
    title: "The address of an entry leads to its SKILL.md or archive and ends in the skill's name",
    why: "A client reads the skill under this address and takes the name from it.",
    fix: "Give each entry the full URI of its SKILL.md in a directory of the skill's name, or of its archive.",
  },
  (index) =>
    onEntries(ALL, index, (entry, reads) => {
      const { raw, kind, name, url: address, shape } = entry;
      const key = shape === "C" ? "uri" : "url";
      if (kind === "other") return [];
      const faults: Fault[] = [];
      if (address === undefined) {
        // In shape B an entry may have archives alone; ix-entry-form says when it lacks both.
        if (shape !== "B" || raw.url !== undefined)
          faults.push([`has no ${key}`, "a URI", describe(raw[key])]);
      } else if (kind === "template") {
        const { ok, faults: odd } = parseTemplate(address);
        if (!ok)
          faults.push([
            "has a url that is no URI template",
            "RFC 6570",
            `${address}: ${odd[0]?.message ?? ""}`,
          ]);
      } else faults.push(...(kind === "archive" ? archiveUrl(address, name) : skillUrl(address, name)));
      const own = artifactsOf(entry).filter((artifact) => artifact.kind !== "file");
      for (const { uri } of own) {
        const answer = reads.read(uri);
        if (answer && errorOf(answer))
          faults.push([`names ${uri}, which cannot be read`, "the resource", outcomeText(answer), answer]);
      }
      return faults;
    }),
);

function skillUrl(address: string, name: unknown): Fault[] {
  const parts = splitSkillUri(address);
  if (!parts) return [["has an address that is no URI of a SKILL.md", "<scheme>://…/SKILL.md", address]];
  if (typeof name !== "string" || parts.name === name) return [];
  return [["has an address whose last directory is not its name", `…/${name}/SKILL.md`, address]];
}

function archiveUrl(address: string, name: unknown): Fault[] {
  const stem = /([^/]+)\.(?:tar\.gz|zip)$/.exec(address)?.[1];
  if (stem === undefined)
    return [["has an archive of another kind", "a url that ends in .tar.gz or .zip", address]];
  if (typeof name !== "string" || stem === name) return [];
  return [["has an archive that is not named like the skill", `…/${name}.tar.gz or .zip`, address]];
}

export const nameRule = rule(
  {
    id: "ix-name",
    level: "MUST",
    section: "Index fields (A)",
    title: "name is that of the SKILL.md, and templates have none",
    why: "Clients show the skill under this name before they read it.",
    fix: "Copy name from the frontmatter; leave it out for mcp-resource-template.",
  },
  (index) =>
    onEntries(["A"], index, ({ kind, name, url: address, raw }, reads) => {
      if (kind === "template")
        return "name" in raw ? [["is a template and has a name", "no name", show(name)]] : [];
      if (kind === "other") return [];
      if (typeof name !== "string" || !NAME.test(name) || name.length > 64)
        return [["has no sound name", "1 to 64 of a-z, 0-9 and single hyphens inside", describe(name)]];
      const { data, read } = fileFrontmatter(address, kind, reads);
      if (data === undefined || data.name === name) return [];
      return [["has another name than its SKILL.md", show(data.name), show(name), read]];
    }),
);

export const typeRule = rule(
  {
    id: "ix-type",
    level: "MUST",
    section: "Index fields (A)",
    title: "type is skill-md, archive or mcp-resource-template",
    why: "Clients skip an entry of a type that they do not know.",
    fix: "Use skill-md for a SKILL.md and archive for a packed skill.",
  },
  (index) =>
    onEntries(["A"], index, ({ kind, raw, at, url: address }, reads) => {
      if (kind === "other")
        return [["has another type", "skill-md, archive or mcp-resource-template", describe(raw.type)]];
      if (kind !== "template") return [];
      return [
        {
          outcome: "note",
          message: `Entry ${at} of the index is a template; the draft of 4 June 2026 took this type away.`,
          actual: show(address),
          evidence: idsOf([reads.read(INDEX)]),
          locus: `${at} template`,
        },
      ];
    }),
);

export const description = rule(
  {
    id: "ix-description",
    level: "MUST",
    section: "Index fields (A)",
    title: "description is that of the SKILL.md",
    why: "A model chooses the skill by it before the file is read.",
    fix: "Copy description from the frontmatter.",
  },
  (index) =>
    onEntries(["A"], index, ({ kind, raw, url: address }, reads) => {
      if (typeof raw.description !== "string" || raw.description === "")
        return [["has no description", "a string", describe(raw.description)]];
      const { data, read } = fileFrontmatter(address, kind, reads);
      if (data === undefined || data.description === raw.description) return [];
      return [
        ["has another description than its SKILL.md", show(data.description), show(raw.description), read],
      ];
    }),
);

export const frontmatter = rule(
  {
    id: "ix-frontmatter",
    level: "MUST",
    section: "Frontmatter (B, C)",
    title: "frontmatter is the whole frontmatter of the SKILL.md",
    why: "What a person approves from the index has to be what the model receives.",
    fix: "Build frontmatter from the parsed frontmatter of SKILL.md: every field, none added, no value converted.",
  },
  (index) =>
    onEntries(["B", "C"], index, (entry, reads) => {
      const { raw } = entry;
      const own = raw.frontmatter;
      if (!isRecord(own)) return [["has no frontmatter object", "an object", kindOf(own)]];
      const faults: Fault[] = ["name", "description"]
        .filter((key) => typeof own[key] !== "string")
        .map((key) => [`has no ${key} in its frontmatter`, "a string", describe(own[key])]);
      const artifact = artifactsOf(entry).find(({ kind }) => kind !== "file");
      const { data, read } = fileFrontmatter(artifact?.uri, artifact?.kind ?? "other", reads);
      if (data === undefined) return faults;
      for (const { key, ...sides } of compareFrontmatter(own, data))
        faults.push([
          `differs from its SKILL.md in ${key}`,
          show("file" in sides ? sides.file : undefined),
          show("entry" in sides ? sides.entry : undefined),
          read,
        ]);
      return faults;
    }),
);

export const entryForm = rule(
  {
    id: "ix-entry-form",
    level: "MUST",
    section: "Index fields (B)",
    title: "An entry has a url, archives, or both",
    why: "Without either there is nothing to read.",
    fix: "Give the entry the url of its SKILL.md with its digest, or a non-empty list archives.",
  },
  (index) =>
    onEntries(["B"], index, ({ raw, at, url: address }, reads) => {
      const archives = Array.isArray(raw.archives) ? raw.archives : [];
      if (address === undefined && archives.length === 0)
        return [
          [
            "has neither url nor archives",
            "a url, or at least one archive",
            show({ url: raw.url, archives: raw.archives }),
          ],
        ];
      if (!("archives" in raw)) return [];
      return [
        {
          outcome: "note",
          message: `Entry ${at} of the index has archives, so that the index is of a draft before 8 July 2026.`,
          actual: show(raw.archives),
          evidence: idsOf([reads.read(INDEX)]),
          locus: `${at} archives`,
        },
      ];
    }),
);

export const noNesting = rule(
  {
    id: "ix-no-nesting",
    level: "MUST NOT",
    section: "Resource Mapping (until 2026-07-08)",
    title: "No skill lies inside another one",
    why: "Until July 2026 a file belonged to one skill alone.",
    fix: "Move the inner skill out of the outer one's directory, or move to the released extension, which allows nesting.",
  },
  (index) => {
    const entries = entriesOf(readsOf(index));
    const packed = entries.some(({ raw }) => "archives" in raw);
    const roots = new Set(entries.flatMap(({ url: address }) => rootOf(address) ?? []));
    return onEntries(ALL, index, ({ url: address, at, shape }, reads) => {
      const root = rootOf(address);
      const outer = root === undefined ? undefined : enclosing(root, roots);
      if (outer === undefined) return [];
      const late = shape === "C" || (shape === "B" && !packed);
      if (!late) return [["lies inside another skill", `a directory outside ${outer}`, String(address)]];
      return [
        {
          outcome: "note",
          message: `Entry ${at} of the index lies inside ${outer}; the drafts forbade that until 8 July 2026.`,
          actual: String(address),
          evidence: idsOf([reads.read(INDEX)]),
          locus: `${at} nested`,
        },
      ];
    });
  },
);

function enclosing(root: string, roots: ReadonlySet<string>): string | undefined {
  for (let at = root.lastIndexOf("/"); at > 0; at = root.lastIndexOf("/", at - 1))
    if (roots.has(root.slice(0, at))) return root.slice(0, at);
  return undefined;
}

const rootOf = (address: string | undefined) =>
  address?.endsWith("/SKILL.md") ? address.slice(0, -"/SKILL.md".length) : undefined;

/** The frontmatter of the SKILL.md behind an address, from its text or from the archive. */
function fileFrontmatter(
  address: string | undefined,
  kind: string,
  reads: ConventionReads,
): { data?: Record<string, unknown> | undefined; read?: Exchange | undefined } {
  const read = address === undefined ? undefined : reads.read(address);
  if (!read) return {};
  const text = kind === "archive" ? unpacked(read).skillMd : textOf(read);
  return { data: text === undefined ? undefined : parseFrontmatter(text).data, read };
}

export const entryRules = [url, nameRule, typeRule, description, frontmatter, entryForm, noNesting];
