import type { Exchange } from "../../model/evidence";
import { notApplicable, type RawFinding, type Rule, untestable, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { count, listed, show } from "../values";
import { siteRule } from "./declare";
import type { ArchiveEntry, ArchiveFacts } from "./facts";
import {
  about,
  artifactOf,
  type Entry,
  eachEntry,
  factsOf,
  isExchange,
  mediaType,
  succeeded,
} from "./site-view";

/** Artifacts of type archive. */

/** Judges each archive that was fetched. */
export function eachArchive(
  index: EvidenceIndex,
  judge: (entry: Entry, exchange: Exchange) => RawFinding[] | Verdict,
): Verdict {
  return eachEntry(index, (entry, { type }) => {
    if (type !== "archive") return notApplicable("no entry is an archive");
    const exchange = artifactOf(index, entry);
    if (!isExchange(exchange)) return exchange;
    return succeeded(exchange)
      ? judge(entry, exchange)
      : notApplicable("the artifact is not there; wk-url says so");
  });
}

/** Judges what is in each archive, as far as it could be read. */
function eachContent(
  index: EvidenceIndex,
  judge: (
    entries: ArchiveEntry[],
    archive: ArchiveFacts,
  ) => Pick<RawFinding, "message" | "expected" | "actual"> | undefined,
): Verdict {
  return eachArchive(index, (entry, exchange) => {
    const archive = factsOf(exchange)?.archive;
    if (!archive) return notApplicable("it is in no known format; wk-archive-format says so");
    const said = judge(archive.entries, archive);
    if (said)
      return [
        { ...about(entry, [exchange]), ...said, message: `The archive of ${entry.label} ${said.message}` },
      ];
    return archive.problem
      ? untestable(`the archive of ${entry.label} could not be read: ${archive.problem}`)
      : [];
  });
}

const plain = (name: string) => name.replace(/^(?:\.\/)+/, "");
const isUnsafe = (path: string) => /^\/|\\|^[A-Za-z]:/.test(path) || path.split("/").includes("..");

/** The type or the ending that says what an archive is. */
const KNOWN_TYPES = ["application/gzip", "application/x-gzip", "application/zip"];
const isGeneric = (type: string | undefined) => type === undefined || type === "application/octet-stream";
export const endingOf = (url: string) =>
  /\.(tar\.gz|tgz|zip)$/i.exec(url.split(/[?#]/, 1)[0]!)?.[1]?.toLowerCase();

export const archiveRules: Rule<"server">[] = [
  siteRule(
    "server",
    {
      id: "wk-archive-format",
      level: "SHOULD",
      section: "Supported Formats",
      title: "Archives are .tar.gz or .zip",
      why: "Clients need not unpack anything else.",
      fix: "Pack the skill as .tar.gz or .zip, with the Content-Type that says so.",
    },
    (_, index) =>
      eachArchive(index, (entry, exchange) => {
        const type = mediaType(exchange);
        const known = isGeneric(type) ? endingOf(entry.url!) !== undefined : KNOWN_TYPES.includes(type!);
        const { archive } = factsOf(exchange)!;
        const unlike =
          archive?.problem &&
          archive.entries.length === 0 &&
          /no (?:tar|zip) archive|incorrect header/.test(archive.problem);
        if (known && !unlike) return [];
        return [
          {
            ...about(entry, [exchange]),
            message: unlike
              ? `The artifact of ${entry.label} is not what its type says: ${archive.problem}.`
              : `The artifact of ${entry.label} is neither a .tar.gz nor a .zip by its Content-Type${isGeneric(type) ? " or its ending" : ""}.`,
            expected: "application/gzip for .tar.gz, application/zip for .zip",
            actual: `${show(type)} at ${entry.url}`,
          },
        ];
      }),
  ),
  siteRule(
    "server",
    {
      id: "wk-archive-root",
      level: "MUST",
      section: "Archive Structure",
      title: "SKILL.md lies at the root of the archive",
      why: "Clients unpack into a folder of the skill's name and look for SKILL.md right there.",
      fix: "Pack from inside the skill's folder, e.g. tar -czf ../name.tar.gz -- *.",
    },
    (_, index) =>
      eachContent(index, (entries, { problem }) => {
        if (entries.some(({ name, kind }) => kind === "file" && plain(name) === "SKILL.md")) return undefined;
        if (problem) return undefined;
        const wrapped = entries.find(
          ({ name, kind }) => kind === "file" && /^[^/]+\/SKILL\.md$/.test(plain(name)),
        );
        return {
          message: wrapped
            ? `wraps the skill in a folder: SKILL.md is at ${show(wrapped.name)}.`
            : "has no SKILL.md at its root.",
          expected: "SKILL.md",
          actual: listed(entries.map(({ name }) => show(name, 80))) || "no entry",
        };
      }),
  ),
  siteRule(
    "server",
    {
      id: "wk-archive-paths",
      level: "MUST NOT",
      section: "Archive Structure",
      title: "No path in the archive leaves the skill's folder",
      why: "Such a path writes files elsewhere on the machine that unpacks it; clients refuse the archive.",
      fix: "Pack relative paths only, without .., and links that stay inside, or none.",
    },
    (_, index) =>
      eachContent(index, (entries) => {
        const bad = entries.filter(
          ({ name, link }) => isUnsafe(name) || (link !== undefined && isUnsafe(link)),
        );
        if (bad.length === 0) return undefined;
        const shown = bad.map(({ name, link }) =>
          link === undefined ? show(name, 80) : `${show(name, 80)} -> ${show(link, 80)}`,
        );
        return {
          message: `has ${count(bad.length, "path")} that ${bad.length === 1 ? "leaves" : "leave"} the folder: ${listed(shown)}.`,
          expected: "relative paths without ..",
          actual: listed(shown),
        };
      }),
  ),
  siteRule(
    "server",
    {
      id: "wk-simple-type",
      level: "SHOULD",
      section: "Distribution Guidance",
      title: "A skill of one file is of type skill-md",
      why: "It can be shown and read without unpacking.",
      fix: "Serve the SKILL.md itself and write type skill-md.",
    },
    (_, index) =>
      eachContent(index, (entries, { problem }) => {
        const files = entries.filter(({ kind }) => kind === "file");
        if (problem || files.length !== 1) return undefined;
        return {
          message: `holds one file: ${show(files[0]!.name)}.`,
          expected: "type skill-md",
          actual: "type archive",
        };
      }),
  ),
];
