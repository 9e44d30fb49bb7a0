import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { asHostError, callKey, type Host, useHost } from "../client/host";
import { wordsOf } from "../search/match";
import { useApp } from "../state/store";
import { useUi } from "../state/ui-state";
import { filtered, isFiltering, useTreeFilters } from "./filters";
import { type Loaded, makeRows, type Row } from "./rows";
import { SkillTree } from "./skill-tree";

export interface TreeRows {
  rows: Row[];
  trees: ReadonlyMap<string, SkillTree>;
  /** Words of the filter, for marking. */
  words: string[];
  /** Skills that match the filter, over all servers; undefined without one. */
  found?: number;
  toggle(id: string, expanded: boolean): void;
}

/** The rows of the left pane, kept current with servers, lists, filter and what is open. */
export function useRows(): TreeRows {
  const servers = useApp((state) => state.servers);
  const lists = useDeferredValue(useApp((state) => state.skills));
  const filter = useDeferredValue(useUi((state) => state.filter));
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const trees = useTrees(lists);
  const templates = useSection("templates", toggled, loadTemplates);
  const resources = useSection("resources", toggled, loadResources);
  const words = useMemo(() => wordsOf(filter), [filter]);
  const filters = useDeferredValue(useTreeFilters());
  const byFindings = filters.kinds.has("findings");
  const badges = useApp((state) => (byFindings ? state.badges : undefined));
  const matches = useMemo(() => {
    if (words.length === 0 && !isFiltering(filters)) return undefined;
    return new Map(
      [...lists].map(([serverId, list]) => [
        serverId,
        new Set(filtered({ list, badges: badges?.get(serverId) }, words, filters)),
      ]),
    );
  }, [lists, words, filters, badges]);
  const rows = useMemo(
    () => makeRows({ servers, lists, trees, templates, resources, toggled, matches }),
    [servers, lists, trees, templates, resources, toggled, matches],
  );
  const found = matches && [...matches.values()].reduce((sum, hits) => sum + hits.size, 0);
  const toggle = useMemo(
    () => (id: string, expanded: boolean) => setToggled((map) => new Map(map).set(id, expanded)),
    [],
  );
  return { rows, trees, words, found, toggle };
}

/** One tree for each list, grown in place; a new map tells that something changed. */
function useTrees(lists: ReturnType<typeof useApp.getState>["skills"]): ReadonlyMap<string, SkillTree> {
  const held = useRef(new Map<string, SkillTree>());
  return useMemo(() => {
    const next = new Map<string, SkillTree>();
    for (const [serverId, list] of lists)
      next.set(serverId, (held.current.get(serverId) ?? new SkillTree()).sync(list));
    held.current = next;
    return next;
  }, [lists]);
}

/** Templates or resources of the servers whose section is open; asked for only then. */
function useSection<T>(
  section: "templates" | "resources",
  toggled: ReadonlyMap<string, boolean>,
  load: (host: Host, serverId: string) => Promise<T[]>,
): ReadonlyMap<string, Loaded<T>> {
  const host = useHost();
  const servers = useApp((state) => state.servers);
  const open = useMemo(
    () => [...servers.keys()].filter((serverId) => toggled.get(`s:${serverId}:${section}`)),
    [servers, toggled, section],
  );
  const combine = useCallback(
    (results: UseQueryResult<T[]>[]) =>
      new Map(
        results.map(({ data, error, isLoading }, at): [string, Loaded<T>] => [
          open[at]!,
          { items: data ?? [], loading: isLoading, ...(error ? { problem: asHostError(error) } : {}) },
        ]),
      ),
    [open],
  );
  return useQueries({
    queries: open.map((serverId) => ({
      queryKey: callKey(`${section}.list`, { serverId }),
      queryFn: () => load(host, serverId),
    })),
    combine,
  });
}

const loadTemplates = (host: Host, serverId: string) => host.call("templates.list", { serverId });
const loadResources = (host: Host, serverId: string) => host.call("resources.list", { serverId });
