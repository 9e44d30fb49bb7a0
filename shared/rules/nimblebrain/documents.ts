import {
  about,
  type ConventionReads,
  contentsOf,
  gathered,
  instructed,
  type ListedItem,
  textOf,
} from "../convention-rules";
import { type RawFinding, untestable } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { member, show } from "../values";
import { documents, NONE, readsOf, rule } from "./declare";

/** Rules on each of NimbleBrain's usage documents. */

/** Judges the listed documents one by one, each with the read of it. */
function onDocuments(
  index: EvidenceIndex,
  check: (item: ListedItem, reads: ConventionReads) => RawFinding[],
) {
  const all = documents(index.server);
  if (all.length === 0) return NONE;
  const reads = readsOf(index);
  return gathered(all.flatMap((item) => check(item, reads)));
}

const noSkillMd = rule(
  {
    id: "nb-no-skillmd",
    level: "OBSERVED",
    section: "same",
    title: "The document has no frontmatter",
    why: "Without a name and a description in it a client has only the server's words for the skill.",
    fix: "Nothing, for this pattern; a SKILL.md with frontmatter belongs under a URI that ends in /SKILL.md.",
  },
  (index) => {
    const tried = documents(index.server).filter(({ uri }) => textOf(readsOf(index).read(uri)) !== undefined);
    if (documents(index.server).length === 0) return NONE;
    if (tried.length === 0) return untestable("no usage document was read");
    return onDocuments(index, ({ uri }, reads) => {
      const text = textOf(reads.read(uri));
      if (text === undefined || !/^\ufeff?---[ \t]*\r?\n/.test(text)) return [];
      return [
        {
          ...about(uri, [reads.read(uri)]),
          message: `${uri} begins with frontmatter, unlike in this pattern.`,
          expected: "a text that begins with a heading",
          actual: show(text.slice(0, 80)),
          locus: uri,
        },
      ];
    });
  },
);

const instructions = rule(
  {
    id: "nb-instructions",
    level: "OBSERVED",
    section: "server.py:25-30",
    title: "The instructions name the document",
    why: "Nothing else tells a model to read it before the tools are called.",
    fix: "Tell in instructions to read the URI before the tools are used.",
  },
  (index) =>
    onDocuments(index, ({ uri, page }) => {
      if (instructed(index.server, uri)) return [];
      return [
        {
          ...about(uri, [...index.exchanges("handshake"), page]),
          message: `The instructions do not name ${uri}.`,
          expected: `instructions that contain ${uri}`,
          actual: show(index.server.instructions, 200),
          locus: uri,
        },
      ];
    }),
);

const mimeType = rule(
  {
    id: "nb-mimetype",
    level: "OBSERVED",
    section: "FastMCP default",
    title: "The document is text/plain under the name of a Python function",
    why: "A client that shows only text/markdown as markdown shows the source.",
    fix: "Nothing, for this pattern; text/markdown says what the document is.",
  },
  (index) =>
    onDocuments(index, ({ uri, raw, page }, reads) => {
      const answer = reads.read(uri);
      const [content] = contentsOf(answer);
      const named = typeof raw.name === "string" && /^[A-Za-z_][A-Za-z0-9_]*$/.test(raw.name);
      const typed = raw.mimeType === "text/plain" && (!content || content.mimeType === "text/plain");
      if (named && typed) return [];
      return [
        {
          ...about(uri, [page, answer]),
          message: `${uri} has another ${named ? "type" : "name"} than FastMCP's decorator gives.`,
          expected: "text/plain in list and content, and an identifier as name",
          actual: show({ name: raw.name, list: raw.mimeType, content: content?.mimeType }),
          locus: uri,
        },
      ];
    }),
);

const FORMS: [key: string, version: string][] = [
  ["_fastmcp", "FastMCP 2.14"],
  ["fastmcp", "FastMCP 3 or later"],
];

const meta = rule(
  {
    id: "nb-meta",
    level: "OBSERVED",
    section: "FastMCP components.py:141",
    title: "_meta holds FastMCP's tags",
    why: "The key tells the version of FastMCP, and so the error codes to expect.",
    fix: 'Nothing: FastMCP sends {"_fastmcp": {"tags": []}} up to 2.14 and {"fastmcp": …} from 3 on.',
  },
  (index) =>
    onDocuments(index, ({ uri, raw, page }) => {
      const form = FORMS.find(([key]) => Array.isArray(member(member(raw._meta, key), "tags")));
      if (form) {
        return [
          {
            ...about(uri, [page]),
            outcome: "note",
            message: `_meta of ${uri} is that of ${form[1]}.`,
            locus: uri,
          },
        ];
      }
      return [
        {
          ...about(uri, [page]),
          message: `_meta of ${uri} is not FastMCP's.`,
          expected: '{"_fastmcp": {"tags": [ … ]}} or {"fastmcp": {"tags": [ … ]}}',
          actual: show(raw._meta),
          locus: uri,
        },
      ];
    }),
);

export const documentRules = [noSkillMd, instructions, mimeType, meta];
