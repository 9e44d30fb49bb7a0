import type { Finding } from "../../shared/model/finding";
import type { Target } from "../state/target";

/** Where a finding leads: its line, its file, its skill or its template. */
export interface Place {
  target: Target;
  text: string;
  line?: number;
}

export function placeOf(serverId: string, { subject, location }: Finding): Place | undefined {
  const { skill, uri, template } = subject;
  const line = location?.line;
  if (template !== undefined)
    return { target: { kind: "template", serverId, uriTemplate: template }, text: "Open template" };
  if (skill === undefined) {
    if (subject.kind === "skill" && uri !== undefined)
      return { target: { kind: "skill", serverId, uri }, text: "Open skill" };
    return subject.kind === "uri" && uri !== undefined
      ? { target: { kind: "uri", text: uri }, text: "Look at the URI" }
      : undefined;
  }
  const file = fileUri(skill, location?.file ?? uri);
  if (file !== undefined && file !== skill) {
    const target: Target = { kind: "file", serverId, uri: file, skillUri: skill, ...(line ? { line } : {}) };
    return { target, text: "Open file", line };
  }
  if (line !== undefined)
    return { target: { kind: "skill", serverId, uri: skill, tab: "source", line }, text: "Open file", line };
  return { target: { kind: "skill", serverId, uri: skill }, text: "Open skill" };
}

/** A location names its file by URI, or by a path below the skill's root. */
function fileUri(skill: string, file: string | undefined): string | undefined {
  if (file === undefined || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(file)) return file;
  const root = skill.slice(0, skill.lastIndexOf("/"));
  return `${root}/${file
    .replace(/^\.?\//, "")
    .split("/")
    .map(encodeURIComponent)
    .join("/")}`;
}
