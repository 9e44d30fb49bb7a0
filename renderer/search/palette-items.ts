import type { ServerState } from "../../shared/model/server";
import type { SkillSummary } from "../../shared/model/skill";
import type { SkillList } from "../state/skill-list";
import { looksLikeUri, matchSkills, rank } from "./match";
import type { TextHit } from "./read-texts";

/** One line of the palette. */
export type PaletteItem =
  | { kind: "skill"; id: string; serverId: string; skill: SkillSummary }
  | { kind: "text"; id: string; serverId: string; hit: TextHit }
  | { kind: "server"; id: string; serverId: string; label: string }
  | { kind: "command"; id: string; label: string; keys?: string; run: () => void }
  | { kind: "open-uri"; id: string; serverId: string; uri: string; label: string }
  | { kind: "check-uri"; id: string; uri: string };

export interface PaletteFound {
  items: PaletteItem[];
  /** Skills that match, of which only the first are listed. */
  total: number;
  listed: number;
  /** Places in texts that were read, all of them listed. */
  texts: number;
}

const SHOWN = 60;
/** Ranking looks at no more than this many matches: past it the order is the list's. */
const RANKED = 2_000;

export interface PaletteInput {
  text: string;
  words: readonly string[];
  servers: ReadonlyMap<string, ServerState>;
  lists: ReadonlyMap<string, SkillList>;
  /** Where texts that were read hold the words. */
  texts: readonly TextHit[];
  commands: readonly Extract<PaletteItem, { kind: "command" }>[];
}

/** What the palette shows for a text: first what opens a pasted URI, then skills, servers and commands. */
export function paletteItems({ text, words, servers, lists, texts, commands }: PaletteInput): PaletteFound {
  const items: PaletteItem[] = looksLikeUri(text) ? uriItems(text.trim(), servers, lists) : [];
  const found: Extract<PaletteItem, { kind: "skill" }>[] = [];
  let total = 0;
  for (const [serverId, list] of lists) {
    const hits = matchSkills(list, words);
    total += hits.length;
    for (const index of hits.slice(0, RANKED)) {
      const skill = list.rows[index]!;
      found.push({ kind: "skill", id: `k:${serverId}:${skill.uri}`, serverId, skill });
    }
  }
  if (words.length > 0) {
    const ranks = new Map(found.map((item) => [item, rank(item.skill, words)]));
    found.sort((a, b) => ranks.get(a)! - ranks.get(b)!);
  }
  const uri = text.trim();
  const opened = items.filter(({ kind }) => kind === "skill").length;
  const skills = found.filter(({ skill }) => skill.uri !== uri).slice(0, SHOWN);
  const read = texts.map((hit): PaletteItem => {
    const { serverId } = hit;
    return { kind: "text", id: `t:${serverId}:${hit.uri}`, serverId, hit };
  });
  const fits = (label: string) => words.every((word) => label.toLowerCase().includes(word));
  const named = [...servers.values()]
    .filter(({ config }) => fits(config.label))
    .map(
      ({ config: { serverId, label } }): PaletteItem => ({
        kind: "server",
        id: `s:${serverId}`,
        serverId,
        label,
      }),
    );
  const acts = commands.filter(({ label }) => fits(label));
  // Without a text the acts come first: the palette is then a menu.
  if (words.length === 0) items.push(...acts, ...named, ...skills);
  else items.push(...skills, ...read, ...named, ...acts);
  return { items, total, listed: skills.length + opened, texts: read.length };
}

/** Servers that list the URI need no request: their skill is among the matches. The others can be asked for it. */
function uriItems(
  uri: string,
  servers: ReadonlyMap<string, ServerState>,
  lists: ReadonlyMap<string, SkillList>,
): PaletteItem[] {
  const items: PaletteItem[] = [];
  for (const [serverId, list] of lists) {
    const at = list.byUri.get(uri);
    if (at !== undefined) items.push({ kind: "skill", id: `x:${serverId}`, serverId, skill: list.rows[at]! });
  }
  for (const { status, config } of servers.values()) {
    const { serverId, label } = config;
    if (status !== "connected" || lists.get(serverId)?.byUri.has(uri)) continue;
    items.push({ kind: "open-uri", id: `o:${serverId}`, serverId, uri, label });
  }
  items.push({ kind: "check-uri", id: "check-uri", uri });
  return items;
}
