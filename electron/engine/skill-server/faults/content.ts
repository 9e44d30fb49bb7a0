import { INVALID_PARAMS, type Json, RpcError } from "../rpc/json-rpc";
import { changed, changedContents, changedEntries, changedFiles, type Fault } from "./fault";

const REFUSES =
  "Refuses the content as not verified, shows expected and actual value, and offers to fetch the entry again.";
const INVALID = "Marks the entry as invalid, says why, and does not load the skill.";

const rootOf = (entry: Json) => String(entry.uri).replace(/\/SKILL\.md$/, "");
const flip = (digest: unknown) => String(digest).replace(/.$/, (last) => (last === "0" ? "1" : "0"));
const last = <T>(items: T[], change: (item: T) => T) => [
  ...items.slice(0, -1),
  ...items.slice(-1).map(change),
];

/** What a server serves is not what it says it serves. */
export const contentFaults: Fault[] = [
  {
    id: "wrong-digest",
    kind: "content",
    what: "The digest of the last file of every entry is wrong by one digit.",
    client: REFUSES,
    served: (served) =>
      changedFiles(served, (files) => last(files, (file) => ({ ...file, digest: flip(file.digest) }))),
  },
  {
    id: "uppercase-digest",
    kind: "content",
    what: "Digests are written in capital hex digits.",
    client: "Reports that digests must be lowercase; comparing values it may still verify.",
    served: (served) =>
      changedFiles(served, (files) =>
        files.map((file) => ({ ...file, digest: `sha256:${String(file.digest).slice(7).toUpperCase()}` })),
      ),
  },
  {
    id: "unknown-digest-algorithm",
    kind: "content",
    what: "Digests name sha512 where the extension knows only sha256.",
    client: "Says that the algorithm is unknown and nothing can be verified, and refuses the content.",
    served: (served) =>
      changedFiles(served, (files) =>
        files.map((file) => ({ ...file, digest: `sha512:${String(file.digest).slice(7).repeat(2)}` })),
      ),
  },
  {
    id: "wrong-size",
    kind: "content",
    what: "The size of the last file of every entry is one byte too large.",
    client: REFUSES,
    served: (served) =>
      changedFiles(served, (files) => last(files, (file) => ({ ...file, size: Number(file.size) + 1 }))),
  },
  {
    id: "missing-size",
    kind: "content",
    what: "No file of an entry has a size.",
    client: "Reports the missing sizes; verifies by digest alone.",
    served: (served) => changedFiles(served, (files) => files.map(({ size: _, ...file }) => file)),
  },
  {
    id: "size-as-text",
    kind: "content",
    what: "Sizes are strings instead of numbers.",
    client: INVALID,
    served: (served) =>
      changedFiles(served, (files) => files.map((file) => ({ ...file, size: String(file.size) }))),
  },
  {
    id: "changed-between-reads",
    kind: "content",
    what: "Every read of a text file ends with another line than the read before.",
    client: "Refuses what does not match the entry, fetches the entry again, and does not do so for ever.",
    served: (served) => {
      let reads = 0;
      return changedContents(served, (content) => {
        reads += 1;
        return typeof content.text === "string"
          ? { ...content, text: `${content.text}\nread ${reads}\n` }
          : content;
      });
    },
  },
  {
    id: "truncated",
    kind: "content",
    what: "Reading a file gives only its first half.",
    client: REFUSES,
    served: (served) =>
      changedContents(served, (content) =>
        typeof content.text === "string"
          ? { ...content, text: content.text.slice(0, content.text.length >> 1) }
          : content,
      ),
  },
  {
    id: "line-ends-changed",
    kind: "content",
    what: "Text is served with CRLF line ends, whatever it has on disk.",
    client: `${REFUSES} Best it says that only line ends differ.`,
    served: (served) =>
      changedContents(served, (content) =>
        typeof content.text === "string"
          ? { ...content, text: content.text.replace(/\r?\n/g, "\r\n") }
          : content,
      ),
  },
  {
    id: "binary-as-text",
    kind: "content",
    what: "Binary files are sent as damaged text instead of base64.",
    client: REFUSES,
    served: (served) =>
      changedContents(served, ({ blob, ...content }) =>
        typeof blob === "string"
          ? { ...content, text: Buffer.from(blob, "base64").toString("utf8") }
          : content,
      ),
  },
  {
    id: "broken-base64",
    kind: "content",
    what: "The base64 of binary files has characters that are none.",
    client: "Says that the blob cannot be decoded and shows nothing made of it.",
    served: (served) =>
      changedContents(served, (content) =>
        typeof content.blob === "string" ? { ...content, blob: `*${content.blob.slice(1)}` } : content,
      ),
  },
  {
    id: "wrong-mime-type",
    kind: "content",
    what: "Every file is read as application/octet-stream.",
    client: "Reports it for SKILL.md; looks at the content before it decides how to show it.",
    served: (served) =>
      changedContents(served, (content) => ({ ...content, mimeType: "application/octet-stream" })),
  },
  {
    id: "extra-file",
    kind: "content",
    what: "Directory reads show a file that no entry lists; reading it works.",
    client: "Reports the manifest as incomplete; does not read that file for the skill.",
    served: (served) => {
      const listed = changed(served, "resources/directory/read", (result, { uri }) => ({
        ...result,
        resources: [
          ...(result.resources as Json[]),
          { uri: `${uri}/unlisted.md`, name: "unlisted.md", mimeType: "text/markdown" },
        ],
      }));
      return readable(listed, (uri) => uri.endsWith("/unlisted.md"), "# In no manifest\n");
    },
  },
  {
    id: "missing-file",
    kind: "content",
    what: "Every entry lists a file that the server does not have.",
    client: "Reports that the file cannot be read; the rest of the skill stays usable.",
    served: (served) =>
      changedFiles(served, (files, entry) => [
        ...files,
        { uri: `${rootOf(entry)}/gone.md`, digest: `sha256:${"0".repeat(64)}`, size: 10 },
      ]),
  },
  {
    id: "file-listed-twice",
    kind: "content",
    what: "Every entry lists its first file twice.",
    client: "Reports the duplicate and shows the file once.",
    served: (served) => changedFiles(served, (files) => [...files.slice(0, 1), ...files]),
  },
  {
    id: "skillmd-not-listed",
    kind: "content",
    what: "No entry lists its own SKILL.md.",
    client: INVALID,
    served: (served) => changedFiles(served, (files, entry) => files.filter(({ uri }) => uri !== entry.uri)),
  },
  {
    id: "nested-files-missing",
    kind: "content",
    what: "Entries leave out the files of skills nested in them.",
    client: "Reports the manifest of the enclosing skill as incomplete.",
    served: (served) =>
      changedFiles(served, (files, entry) => {
        const nested = files
          .map(({ uri }) => String(uri))
          .filter((uri) => uri.endsWith("/SKILL.md") && uri !== entry.uri)
          .map((uri) => uri.slice(0, -"SKILL.md".length));
        return files.filter(({ uri }) => !nested.some((root) => String(uri).startsWith(root)));
      }),
  },
  {
    id: "frontmatter-differs",
    kind: "content",
    what: "The description in every entry is not the one in SKILL.md.",
    client: "Compares field by field after reading, names the field, and does not load the skill.",
    served: (served) =>
      changedEntries(served, (entry) => ({
        ...entry,
        frontmatter: {
          ...(entry.frontmatter as Json),
          description: "Something harmless. Use whenever you like.",
        },
      })),
  },
  {
    id: "name-differs",
    kind: "content",
    what: "The name in every entry is not the last segment of its URI.",
    client: INVALID,
    served: (served) =>
      changedEntries(served, (entry) => ({
        ...entry,
        frontmatter: { ...(entry.frontmatter as Json), name: "another-name" },
      })),
  },
  {
    id: "no-manifest",
    kind: "content",
    what: "Entries have no resources at all.",
    client: INVALID,
    served: (served) => changedEntries(served, ({ resources: _, ...entry }) => entry),
  },
  {
    id: "dynamic",
    kind: "content",
    what: 'Every entry says "dynamic" in place of its files, which is allowed.',
    client: "Says that nothing can be verified; finds the files by directory reads.",
    served: (served) => changedEntries(served, (entry) => ({ ...entry, resources: "dynamic" })),
  },
  {
    id: "list-and-get-differ",
    kind: "content",
    what: "skills/get describes a skill otherwise than skills/list.",
    client: "Fetches both once more, then reports the difference.",
    served: (served) =>
      changed(served, "skills/get", (result) => {
        const skill = result.skill as Json;
        const frontmatter = { ...(skill.frontmatter as Json), license: "other" };
        return { ...result, skill: { ...skill, frontmatter } };
      }),
  },
  {
    id: "listed-twice",
    kind: "content",
    what: "skills/list shows its first skill twice.",
    client: "Reports the duplicate URI and shows the skill once.",
    served: (served) =>
      changed(served, "skills/list", (result, { cursor }) =>
        cursor === undefined && Array.isArray(result.skills)
          ? { ...result, skills: [...result.skills.slice(0, 1), ...result.skills] }
          : result,
      ),
  },
];

/** Makes some URIs readable that the server does not have. */
function readable(
  served: Parameters<NonNullable<Fault["served"]>>[0],
  has: (uri: string) => boolean,
  text: string,
) {
  const read = served.methods["resources/read"];
  if (!read) return served;
  return {
    ...served,
    methods: {
      ...served.methods,
      "resources/read": async (params: Json, call: Parameters<typeof read>[1]) => {
        if (typeof params.uri !== "string") throw new RpcError(INVALID_PARAMS, "uri must be a string");
        if (!has(params.uri)) return read(params, call);
        return { contents: [{ uri: params.uri, mimeType: "text/markdown", text }] };
      },
    },
  };
}
