import type { ConventionProfile } from "../convention";
import { ConventionReads, offered, read, untilKnown } from "../convention-rules";
import { listOf } from "../evidence-index";
import { fixedProbe, type Probe, type ProbeContext, type ProbeRequest } from "../probe";
import { member } from "../values";
import { artifactsOf, directoryRead, entriesOf, INDEX, readsIn } from "./declare";

const DIRECTORY = "resources/directory/read";

export function recognise({ server }: ProbeContext): boolean {
  return offered(server, INDEX);
}

const directory = (uri: string, tag: string): ProbeRequest => ({ method: DIRECTORY, params: { uri }, tag });

/** The roots of the skills, then every directory that their listings show. */
function directories(server: ProbeContext["server"], known: ConventionReads): string[] {
  if (!directoryRead(server)) return [];
  const uris = entriesOf(known).flatMap(({ url, kind }) =>
    kind === "skill-md" && url?.endsWith("/SKILL.md") ? url.slice(0, -"/SKILL.md".length) : [],
  );
  const below = known.of(DIRECTORY).flatMap((answer) =>
    listOf(answer, "resources").flatMap((child) => {
      const uri = member(child, "uri");
      const isBelow = typeof uri === "string" && uri.startsWith(`${String(answer.params.uri)}/`);
      return member(child, "mimeType") === "inode/directory" && isBelow ? uri : [];
    }),
  );
  return [...new Set([...uris, ...below])];
}

export const reads: ConventionProfile["reads"] = {
  next: untilKnown(({ server }, answers) => {
    const known = new ConventionReads(answers);
    const artifacts = entriesOf(known).flatMap(artifactsOf);
    return [
      read(INDEX, "index"),
      ...artifacts.map(({ uri }) => read(uri, "artifact")),
      ...directories(server, known).map((uri) => directory(uri, "directory")),
    ];
  }),
};

export const probes: Probe[] = [
  fixedProbe("ix-unknown", "a skill that does not exist", (context) =>
    entriesOf(readsIn(context.server)).length > 0 ? [read("skill://zz-no-such-skill/SKILL.md")] : [],
  ),
  fixedProbe("ix-directory", "directory reads of a file and of nothing", ({ server }) => {
    if (!directoryRead(server)) return [];
    const file = entriesOf(readsIn(server)).find(({ kind, url }) => kind === "skill-md" && url)?.url;
    return [
      directory("skill://zz-no-such-skill", "nothing"),
      ...(file === undefined ? [] : [directory(file, "file")]),
    ];
  }),
];
