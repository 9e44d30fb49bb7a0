import type { CallOutput } from "../../../shared/contract";
import type { SkillDetail } from "../../../shared/model/skill";
import { skillRoot, splitSkillUri } from "../../../shared/uri/skill-uri";
import { ConnectionError } from "../connections/connection-error";
import { objectOf, skillFromEntry } from "../discovery/entry";
import { markNested } from "../discovery/nesting";
import type { Files } from "./files";
import type { LiveServer } from "./live-server";
import { openedSkill } from "./opened-skill";

/**
 * Fetches one entry with `skills/get` (spec: Getting a Skill).
 * @throws ConnectionError with the server's words
 */
export async function getSkill(server: LiveServer, uri: string, signal: AbortSignal): Promise<SkillDetail> {
  const connection = connected(server);
  if (!connection.skillsDeclared) {
    throw new ConnectionError({
      code: "not-declared",
      message: "This server does not declare the skills extension, so skills/get is not sent.",
    });
  }
  const { result, exchange } = await connection.call("skills/get", { uri }, { signal, purpose: "get" });
  return skillFromEntry(objectOf(result)?.skill, "skills/get", server.skills.size, exchange.id);
}

/**
 * Opens what no list shows: `skills/get` where declared and the URI can be a skill's, else `resources/read`.
 * An empty or partial listing is no proof of absence (ext-list-partial-host).
 * @throws ConnectionError with what both requests said
 */
export async function openByUri(
  server: LiveServer,
  files: Files,
  uri: string,
  signal: AbortSignal,
): Promise<CallOutput<"skills.openByUri">> {
  const known = server.skills.get(uri);
  if (known) return { kind: "skill", skill: await openedSkill(server, known, signal) };
  const connection = connected(server);
  if (connection.skillsDeclared && skillRoot(uri) !== undefined) {
    const skill = await getSkill(server, uri, signal).catch((error: unknown) => {
      if (error instanceof ConnectionError && error.problem.code.startsWith("rpc-error")) return undefined;
      throw error;
    });
    if (skill && skill.uri === uri) {
      server.add([skill]);
      markNested(server.skills.values());
      return { kind: "skill", skill };
    }
  }
  const file = await files.open(server, uri, undefined, signal);
  const parts = splitSkillUri(uri);
  if (!parts || !file.frontmatter?.data) return { kind: "file", file };
  const data = file.frontmatter.data;
  const skill: SkillDetail = {
    uri,
    name: typeof data.name === "string" ? data.name : parts.name,
    description: typeof data.description === "string" ? data.description : "",
    convention: "resources",
    provenance: "resources/read",
    frontmatter: data,
    manifest: { kind: "unknown" },
  };
  server.add([skill]);
  return { kind: "skill", skill };
}

function connected(server: LiveServer) {
  if (!server.connection) {
    throw new ConnectionError({
      code: "disconnected",
      message: "The server is not connected.",
      hint: "Connect it first.",
    });
  }
  return server.connection;
}
