import { decodeSegment } from "../../shared/uri/skill-uri";
import type { SkillList } from "../state/skill-list";

/** A place in the tree of one server: a folder, a skill, or both where skills are nested in a skill. */
export interface TreeNode {
  /** Unique in its server; the raw path from the root. */
  key: string;
  /** The segment, percent-decoded for display. */
  segment: string;
  parent?: TreeNode;
  children: Map<string, TreeNode>;
  /** Indexes into the list's rows: usually one, more when several URIs name the same path. */
  skills: number[];
  /** Skills at and below this node. */
  total: number;
  /** Children in display order; undefined while they must be sorted anew. */
  sorted?: TreeNode[];
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * Skills of one server by path. Grows with its list: taking in a batch costs the batch's length. Built from the raw
 * URI; scheme and a final `/SKILL.md` are no levels of their own (another scheme than `skill` is).
 */
export class SkillTree {
  root = makeNode("", "", undefined);
  /** Indexes of rows by name, to tell equal names apart. */
  readonly byName = new Map<string, number[]>();
  private rows: SkillList["rows"] | undefined;
  private taken = 0;
  private readonly nodes: TreeNode[] = [];

  /** Takes in what the list has gained since the last call; starts over when it is a new list. */
  sync(list: SkillList): this {
    if (this.rows !== list.rows) {
      this.rows = list.rows;
      this.taken = 0;
      this.root = makeNode("", "", undefined);
      this.byName.clear();
      this.nodes.length = 0;
    }
    for (; this.taken < list.rows.length; this.taken++) this.add(this.taken);
    return this;
  }

  /** The node of the row with this index. */
  nodeOf(index: number): TreeNode | undefined {
    return this.nodes[index];
  }

  /** Children in display order: folders and skills mixed, by name, numbers by value. */
  childrenOf(node: TreeNode): TreeNode[] {
    node.sorted ??= [...node.children.values()].sort((a, b) => collator.compare(a.segment, b.segment));
    return node.sorted;
  }

  /**
   * What tells a skill from others with its name on the same server, e.g. `also in support`.
   * @returns undefined when the name is alone.
   */
  alsoIn(index: number): string | undefined {
    const skill = this.rows?.[index];
    const same = skill && this.byName.get(skill.name);
    if (!same || same.length < 2) return undefined;
    const others = same.filter((other) => other !== index);
    const [first] = others;
    const place = placeOf(this.nodes[first!]);
    return others.length > 1 ? `also in ${place} and ${others.length - 1} more` : `also in ${place}`;
  }

  private add(index: number): void {
    const skill = this.rows![index]!;
    let node = this.root;
    for (const segment of pathOf(skill.uri)) {
      let child = node.children.get(segment);
      if (!child) {
        child = makeNode(`${node.key}/${segment}`, decodeSegment(segment) ?? segment, node);
        node.children.set(segment, child);
        node.sorted = undefined;
      }
      node = child;
    }
    node.skills.push(index);
    this.nodes[index] = node;
    for (let up: TreeNode | undefined = node; up; up = up.parent) up.total++;
    const same = this.byName.get(skill.name);
    if (same) same.push(index);
    else this.byName.set(skill.name, [index]);
  }
}

function makeNode(key: string, segment: string, parent: TreeNode | undefined): TreeNode {
  return { key, segment, parent, children: new Map(), skills: [], total: 0 };
}

/** The raw path segments under which a skill is shown. */
export function pathOf(uri: string): string[] {
  const match = /^([A-Za-z][A-Za-z0-9+.-]*):\/*(.*)$/s.exec(uri);
  if (!match) return [uri];
  const [, scheme, rest] = match as unknown as [string, string, string];
  const segments = rest.split("/");
  if (segments.length > 1 && segments.at(-1) === "SKILL.md") segments.pop();
  if (segments.length > 1 && segments.at(-1) === "") segments.pop();
  return scheme === "skill" ? segments : [`${scheme}:`, ...segments];
}

function placeOf(node: TreeNode | undefined): string {
  const parent = node?.parent;
  if (!parent || parent.key === "") return "the top level";
  return parent.segment;
}
