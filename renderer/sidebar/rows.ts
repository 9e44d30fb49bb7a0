import type { Problem, ServerState } from "../../shared/model/server";
import type { ListedResource, ListedTemplate } from "../../shared/model/skill";
import type { SkillList } from "../state/skill-list";
import type { SkillTree, TreeNode } from "./skill-tree";

/** One visible line of the left pane. `id` is unique and stable, `level` 1-based as ARIA counts. */
export type Row = {
  id: string;
  serverId: string;
  level: number;
  /** Undefined where there is nothing to open. */
  expanded?: boolean;
  /** Position among siblings and their number, for screen readers. */
  position: number;
  siblings: number;
} & (
  | { kind: "server"; server: ServerState }
  /** `label` joins the names of folders that hold nothing but the next one. */
  | { kind: "folder"; node: TreeNode; label: string }
  | { kind: "skill"; node: TreeNode; index: number }
  | { kind: "section"; section: Section; count: number }
  | { kind: "template"; template: ListedTemplate }
  | { kind: "resource"; resource: ListedResource }
  | { kind: "state"; state: ServerNote }
);

export type Section = "templates" | "resources";

/** A line under a server that says how it stands, with what can be done. */
export interface ServerNote {
  tone: "plain" | "busy" | "warn" | "bad";
  text: string;
  act?: "confirm" | "connect" | "cancel" | "server" | "sign-in";
}

export interface RowsInput {
  servers: ReadonlyMap<string, ServerState>;
  lists: ReadonlyMap<string, SkillList>;
  trees: ReadonlyMap<string, SkillTree>;
  templates: ReadonlyMap<string, Loaded<ListedTemplate>>;
  resources: ReadonlyMap<string, Loaded<ListedResource>>;
  /** What the user opened or closed, by row id. */
  toggled: ReadonlyMap<string, boolean>;
  /** Rows that match the filter; undefined without one. */
  matches?: ReadonlyMap<string, ReadonlySet<number>>;
}

/** A list that is asked for only when its section is opened. */
export interface Loaded<T> {
  items: readonly T[];
  problem?: Problem;
  loading: boolean;
}

/** Trees of up to this many skills are open at first; larger ones would only be a long list. */
const OPEN_UP_TO = 200;

/** With more matches than this folders stay closed: nobody reads them one by one, and each row costs. */
const MATCHES_OPEN_UP_TO = 2_000;

/** All visible rows, from top to bottom. */
export function makeRows(input: RowsInput): Row[] {
  const rows: Row[] = [];
  const { matches } = input;
  const servers = [...input.servers].filter(([id]) => !matches || (matches.get(id)?.size ?? 0) > 0);
  const total = servers.length;
  let position = 0;
  for (const [serverId, server] of servers) {
    position++;
    const id = `s:${serverId}`;
    const expanded = matches !== undefined || (input.toggled.get(id) ?? true);
    rows.push({ kind: "server", id, serverId, server, level: 1, expanded, position, siblings: total });
    if (expanded) addServer(rows, input, serverId, server);
  }
  return rows;
}

function addServer(rows: Row[], input: RowsInput, serverId: string, server: ServerState): void {
  const first = rows.length;
  const { matches } = input;
  const tree = input.trees.get(serverId);
  const list = input.lists.get(serverId);
  const note = noteOf(server, list?.rows.length ?? 0);
  if (note && !matches) add({ kind: "state", state: note }, "note");
  if (tree && list) {
    const hits = matches?.get(serverId);
    const open = hits ? hits.size <= MATCHES_OPEN_UP_TO : list.rows.length <= OPEN_UP_TO;
    const wanted = hits && nodesOf(tree, hits);
    addNodes(rows, tree, tree.root, {
      input,
      serverId,
      level: 2,
      open,
      wanted,
      hits: matches?.get(serverId),
    });
  }
  if (!matches) {
    addSection(rows, input, serverId, "templates", server.counts.templates);
    addSection(rows, input, serverId, "resources", server.counts.resources);
  }
  number(rows, first, 2);

  function add(row: { kind: "state"; state: ServerNote }, key: string) {
    rows.push({ ...row, id: `s:${serverId}:${key}`, serverId, level: 2, position: 0, siblings: 0 });
  }
}

interface Walk {
  input: RowsInput;
  serverId: string;
  level: number;
  open: boolean;
  wanted?: ReadonlySet<TreeNode>;
  hits?: ReadonlySet<number>;
}

function addNodes(rows: Row[], tree: SkillTree, parent: TreeNode, walk: Walk): void {
  const { input, serverId, level, wanted, hits } = walk;
  const first = rows.length;
  for (const child of tree.childrenOf(parent)) {
    if (wanted && !wanted.has(child)) continue;
    const { node, label } = compacted(child);
    const id = `n:${serverId}:${node.key}`;
    const holds = node.children.size > 0;
    // What was opened or closed by hand counts for the tree as a whole; a filter opens the way to what it finds.
    const byHand = wanted && walk.open ? undefined : input.toggled.get(id);
    const expanded = holds ? (byHand ?? walk.open) : undefined;
    const base = { serverId, level, position: 0, siblings: 0 };
    if (node.skills.length === 0) rows.push({ kind: "folder", node, label, id, expanded, ...base });
    node.skills.forEach((index, at) => {
      if (hits && !hits.has(index) && !holds) return;
      // A second URI of the same path is a row of its own; what is nested belongs to the first.
      const own = at === 0 ? { id, expanded } : { id: `${id}#${at}` };
      rows.push({ kind: "skill", node, index, ...own, ...base });
    });
    if (expanded) addNodes(rows, tree, node, { ...walk, level: level + 1 });
  }
  number(rows, first, level);
}

function addSection(rows: Row[], input: RowsInput, serverId: string, section: Section, count: number): void {
  if (count === 0) return;
  const id = `s:${serverId}:${section}`;
  const expanded = input.toggled.get(id) ?? false;
  rows.push({ kind: "section", section, count, id, serverId, level: 2, expanded, position: 0, siblings: 0 });
  if (!expanded) return;
  const first = rows.length;
  const loaded = input[section].get(serverId);
  const base = { serverId, level: 3, position: 0, siblings: 0 };
  if (!loaded || loaded.loading)
    rows.push({ kind: "state", id: `${id}:note`, ...base, state: { tone: "busy", text: "Loading…" } });
  else if (loaded.problem)
    rows.push({
      kind: "state",
      id: `${id}:note`,
      ...base,
      state: { tone: "bad", text: loaded.problem.message },
    });
  else if (section === "templates")
    for (const [at, template] of input.templates.get(serverId)!.items.entries())
      rows.push({ kind: "template", template, id: `${id}:${at}`, ...base });
  else
    for (const [at, resource] of input.resources.get(serverId)!.items.entries())
      rows.push({ kind: "resource", resource, id: `${id}:${at}`, ...base });
  number(rows, first, 3);
}

/** A folder that holds nothing but one folder is shown on one line with it. */
function compacted(start: TreeNode): { node: TreeNode; label: string } {
  let node = start;
  let label = start.segment;
  while (node.skills.length === 0 && node.children.size === 1) {
    const [only] = node.children.values();
    if (only!.skills.length > 0) break;
    node = only!;
    label += `/${node.segment}`;
  }
  return { node, label };
}

/** How a server stands, where that needs saying. */
export function noteOf(server: ServerState, held: number): ServerNote | undefined {
  const kept = held > 0 ? `; ${held.toLocaleString("en-US")} skills from before` : "";
  switch (server.status) {
    case "needs-confirmation":
      return { tone: "warn", text: "Not started", act: "confirm" };
    case "needs-sign-in":
      return { tone: "warn", text: `Asks for sign-in${kept}`, act: "sign-in" };
    case "connecting":
      return { tone: "busy", text: "Connecting…", act: "cancel" };
    case "failed":
      return { tone: "bad", text: server.problem?.message ?? "Could not connect", act: "server" };
    case "disconnected":
      return { tone: "plain", text: `Disconnected${kept}`, act: "connect" };
    case "connected":
      return listingNote(server, held);
  }
}

function listingNote(server: ServerState, held: number): ServerNote | undefined {
  if (server.listing === "running") return { tone: "busy", text: `Listing… ${held.toLocaleString("en-US")}` };
  if (server.listing === "partial") {
    const why = server.listingProblem?.message;
    return { tone: "warn", text: `Partial list${why ? `: ${why}` : ""}`, act: "server" };
  }
  if (server.listing === "complete" && held === 0)
    return { tone: "plain", text: "No skills listed", act: "server" };
  return undefined;
}

/** Nodes on the way to matching rows. */
function nodesOf(tree: SkillTree, hits: ReadonlySet<number> | undefined): Set<TreeNode> {
  const wanted = new Set<TreeNode>();
  for (const index of hits ?? [])
    for (let node = tree.nodeOf(index); node && !wanted.has(node); node = node.parent) wanted.add(node);
  return wanted;
}

/** Gives rows of one level from `first` on their position among their siblings. */
function number(rows: Row[], first: number, level: number): void {
  let siblings = 0;
  for (let at = first; at < rows.length; at++) if (rows[at]!.level === level) siblings++;
  let position = 0;
  for (let at = first; at < rows.length; at++) {
    const row = rows[at]!;
    if (row.level !== level) continue;
    row.position = ++position;
    row.siblings = siblings;
  }
}
