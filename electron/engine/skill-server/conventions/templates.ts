import { INVALID_PARAMS, isObject, type Json, RpcError, stringParam } from "../rpc/json-rpc";
import { rankCompletions } from "../rpc/rank-completions";
import type { Catalogue } from "../scan/catalogue";
import { uriOfPath } from "../scan/uris";

/** A resource template with what its variables can be. */
interface ServedTemplate {
  uriTemplate: string;
  name: string;
  title: string;
  description: string;
  mimeType?: string;
  /** Candidates of each variable, given the values of the others as far as they are known. */
  variables: Record<string, (known: Record<string, string>) => Iterable<string>>;
}

/** More organisations than this get no template of their own. */
const MAX_GROUPS = 50;
const ANY_FILE = "skill://{+path}";

/**
 * The templates a catalogue suggests: one for every first segment under which skills lie two levels deep, and one
 * that reaches any file.
 */
export function templatesOf(catalogue: Catalogue): ServedTemplate[] {
  const groups = new Map<string, Map<string, Set<string>>>();
  for (const { path } of catalogue.skills) {
    const [group, team, skill] = path;
    if (path.length !== 3 || !group || !team || !skill) continue;
    const teams = groups.get(group) ?? new Map<string, Set<string>>();
    groups.set(group, teams.set(team, (teams.get(team) ?? new Set<string>()).add(skill)));
  }
  const grouped = [...groups].slice(0, MAX_GROUPS).map(([group, teams]) => teamTemplate(group, teams));
  return [...grouped, anyFile(catalogue)];
}

function teamTemplate(group: string, teams: Map<string, Set<string>>): ServedTemplate {
  return {
    uriTemplate: `${uriOfPath([group])}/{team}/{skill}/SKILL.md`,
    name: `${group}-team-skill`,
    title: `Skills of ${group} by team`,
    description: `The instructions of one skill of a team in ${group}. Choose the team, then one of its skills.`,
    mimeType: "text/markdown",
    variables: {
      team: () => teams.keys(),
      skill: ({ team }) =>
        team === undefined ? [...teams.values()].flatMap((skills) => [...skills]) : (teams.get(team) ?? []),
    },
  };
}

function anyFile(catalogue: Catalogue): ServedTemplate {
  return {
    uriTemplate: ANY_FILE,
    name: "skill-file",
    title: "Any file of a skill",
    description: "Any file of any skill, by its path.",
    variables: {
      path: () => [...catalogue.files()].map(({ uri }) => uri.slice("skill://".length)),
    },
  };
}

/** @returns the template as `resources/templates/list` shows it */
export function describeTemplate({ variables: _, ...shown }: ServedTemplate): Json {
  return shown;
}

/**
 * Answers `completion/complete`.
 * @throws RpcError -32602 for a reference or argument that is not served
 */
export function complete(catalogue: Catalogue, params: Json): Json {
  const { ref, argument, context } = params;
  if (!isObject(ref) || !isObject(argument)) {
    throw new RpcError(INVALID_PARAMS, "ref and argument must be objects");
  }
  if (ref.type !== "ref/resource") {
    throw new RpcError(
      INVALID_PARAMS,
      `Nothing to complete for a reference of type ${JSON.stringify(ref.type)}`,
    );
  }
  const uri = stringParam(ref, "uri");
  const name = stringParam(argument, "name");
  const template = templatesOf(catalogue).find(({ uriTemplate }) => uriTemplate === uri);
  if (!template) throw new RpcError(INVALID_PARAMS, `No such resource template: ${uri}`);
  const candidates = Object.hasOwn(template.variables, name) ? template.variables[name] : undefined;
  if (!candidates) throw new RpcError(INVALID_PARAMS, `${uri} has no variable ${name}`);
  const known = isObject(context) && isObject(context.arguments) ? context.arguments : {};
  const strings = Object.fromEntries(
    Object.entries(known).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
  return { completion: rankCompletions(candidates(strings), stringParam(argument, "value")) };
}
