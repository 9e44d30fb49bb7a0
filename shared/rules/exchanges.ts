import type { Exchange, ServerEvidence, SkillEvidence } from "../model/evidence";

/** Every exchange kept with the server, each once, in no particular order. */
export function serverExchanges(server: ServerEvidence): Exchange[] {
  return once([
    server.exchanges,
    server.skillsPages,
    server.skillsPagesAgain ?? [],
    server.resourcePages,
    server.templatePages,
  ]);
}

/** Every exchange kept with one skill, each once. The page that listed it belongs to the server. */
export function skillExchanges(skill: SkillEvidence): Exchange[] {
  const single = [skill.get, skill.refetch?.get, ...Object.values(skill.refetch?.nested ?? {})];
  for (const file of skill.files) single.push(file.read, file.secondRead);
  return once([single.filter((x) => x !== undefined), ...skill.directories.map((d) => d.pages)]);
}

function once(lists: readonly (readonly Exchange[])[]): Exchange[] {
  const byId = new Map<string, Exchange>();
  for (const list of lists) for (const exchange of list) byId.set(exchange.id, exchange);
  return [...byId.values()];
}
