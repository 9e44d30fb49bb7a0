/** Tabs of an opened skill. */
export type SkillTab = "preview" | "source" | "files" | "frontmatter" | "checks" | "compare";

/** Everything that can be open in the centre. `line` is 1-based. */
export type Target =
  | { kind: "skill"; serverId: string; uri: string; tab?: SkillTab; file?: string; line?: number }
  | { kind: "file"; serverId: string; uri: string; skillUri?: string; line?: number }
  | { kind: "template"; serverId: string; uriTemplate: string }
  | { kind: "resource"; serverId: string; uri: string }
  | { kind: "checks"; serverId: string; by?: "level" | "rule" | "skill"; rule?: string }
  | { kind: "server"; serverId: string }
  | { kind: "uri"; text?: string }
  | { kind: "serve" }
  | { kind: "settings" };

/** Section of the top navigation that a target belongs to. */
export type Section = "skills" | "uri" | "serve" | "settings";

export function sectionOf(target: Target | undefined): Section {
  if (target?.kind === "uri" || target?.kind === "serve" || target?.kind === "settings") return target.kind;
  return "skills";
}

/** True when two targets show the same page (tab, file and line may differ). */
export function samePage(a: Target | undefined, b: Target | undefined): boolean {
  return a !== undefined && b !== undefined && pageKey(a) === pageKey(b);
}

/** Identity of the page behind a target; also the React key of its view. */
export function pageKey(target: Target): string {
  switch (target.kind) {
    case "skill":
    case "file":
    case "resource":
      return `${target.kind} ${target.serverId} ${target.uri}`;
    case "template":
      return `template ${target.serverId} ${target.uriTemplate}`;
    case "checks":
    case "server":
      return `${target.kind} ${target.serverId}`;
    default:
      return target.kind;
  }
}

/** Two targets are the same place in the history: then opening one again adds no step. */
export function samePlace(a: Target | undefined, b: Target | undefined): boolean {
  return a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
