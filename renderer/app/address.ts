import type { SkillTab, Target } from "../state/target";

const TABS: readonly SkillTab[] = ["preview", "source", "files", "frontmatter", "checks", "compare"];

/**
 * A target as the fragment of the page's address, so that a reload and the browser's history find it again.
 * A server alone is `server=<id>`, as the command line prints it.
 */
export function hashOf(target: Target): string {
  const { kind, ...rest } = target;
  const parts = new URLSearchParams(kind === "server" ? {} : { open: kind });
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined) parts.set(name === "serverId" ? "server" : name, String(value));
  return `#${parts}`;
}

/** Reads what `hashOf` wrote, or what a person typed: anything that names no page gives nothing. */
export function targetOf(hash: string): Target | undefined {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const text = (name: string) => parts.get(name) || undefined;
  const serverId = text("server");
  const kind = text("open") ?? (serverId === undefined ? undefined : "server");
  if (kind === "serve" || kind === "settings") return { kind };
  if (kind === "uri") return withoutAbsent({ kind, text: text("text") });
  if (serverId === undefined) return undefined;
  const uri = text("uri");
  const line = lineOf(text("line"));
  switch (kind) {
    case "server":
      return { kind, serverId };
    case "checks": {
      const by = (["level", "rule", "skill"] as const).find((each) => each === text("by"));
      return withoutAbsent({ kind, serverId, by, rule: text("rule") });
    }
    case "template": {
      const uriTemplate = text("uriTemplate");
      return uriTemplate === undefined ? undefined : { kind, serverId, uriTemplate };
    }
    case "resource":
      return uri === undefined ? undefined : { kind, serverId, uri };
    case "file":
      if (uri === undefined) return undefined;
      return withoutAbsent({ kind, serverId, uri, skillUri: text("skillUri"), line });
    case "skill": {
      if (uri === undefined) return undefined;
      const tab = TABS.find((each) => each === text("tab"));
      return withoutAbsent({ kind, serverId, uri, tab, file: text("file"), line });
    }
    default:
      return undefined;
  }
}

function lineOf(text: string | undefined): number | undefined {
  const line = Number(text);
  return Number.isInteger(line) && line > 0 ? line : undefined;
}

/** Fields that are not there are left out, so that equal places compare as equal. */
function withoutAbsent<T extends Target>(target: T): T {
  return Object.fromEntries(Object.entries(target).filter(([, value]) => value !== undefined)) as T;
}
