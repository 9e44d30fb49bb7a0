import type { Exchange, ServerEvidence, SkillBrief } from "../model/evidence";
import { MODERN_REVISION, revisionAtLeast } from "../model/server";
import { skillRoot } from "../uri/skill-uri";
import type { Verdict } from "./define-rule";

/** Where a skill of the same evidence lies relative to another: what nesting rules need. */
interface Indexed {
  brief: SkillBrief;
  root: string;
}

/**
 * What rules may ask beyond their own subject. Built once a run from the server's evidence and the briefs of all
 * listed skills; lookups are by hash, so a rule over 20,000 skills stays linear.
 */
export class EvidenceIndex {
  private readonly byUri = new Map<string, Indexed>();
  private readonly byRoot = new Map<string, Indexed>();
  private readonly byPurpose = new Map<string, Exchange[]>();
  private readonly resources = new Map<string, { resource: unknown; page: Exchange }>();
  private readonly results = new Map<string, Map<string, Verdict>>();
  private readonly children = new Map<string, Indexed[]>();

  constructor(
    readonly server: ServerEvidence,
    readonly skills: readonly SkillBrief[],
  ) {
    for (const brief of skills) {
      const indexed = { brief, root: skillRoot(brief.uri) ?? brief.uri };
      if (!this.byUri.has(brief.uri)) this.byUri.set(brief.uri, indexed);
      if (!this.byRoot.has(indexed.root)) this.byRoot.set(indexed.root, indexed);
    }
    for (const indexed of this.byRoot.values()) {
      const parent = this.enclosing(indexed.root);
      if (parent) this.children.set(parent.root, [...(this.children.get(parent.root) ?? []), indexed]);
    }
    this.refresh();
  }

  /** Reads the server's evidence anew once more of it was collected, e.g. probes. */
  refresh(): void {
    const { server } = this;
    this.byPurpose.clear();
    this.resources.clear();
    for (const exchange of server.exchanges) {
      const list = this.byPurpose.get(exchange.purpose);
      if (list) list.push(exchange);
      else this.byPurpose.set(exchange.purpose, [exchange]);
    }
    for (const page of server.resourcePages) {
      for (const resource of listOf(page, "resources")) {
        const uri = (resource as { uri?: unknown } | null)?.uri;
        if (typeof uri === "string" && !this.resources.has(uri)) this.resources.set(uri, { resource, page });
      }
    }
  }

  /** Exchanges made for a purpose, e.g. `probe:unknown-skill`, in the order sent. */
  exchanges(purpose: string): readonly Exchange[] {
    return this.byPurpose.get(purpose) ?? [];
  }

  /** The negotiated revision is 2026-07-28 or later. */
  get modern(): boolean {
    return revisionAtLeast(this.server.protocolVersion, MODERN_REVISION);
  }

  /** The brief of a listed skill by its exact URI. */
  skill(uri: string): SkillBrief | undefined {
    return this.byUri.get(uri)?.brief;
  }

  /** Listed skills whose directory lies directly or deeper below the given skill's. */
  nestedBelow(uri: string): SkillBrief[] {
    const root = skillRoot(uri);
    if (root === undefined) return [];
    const below: SkillBrief[] = [];
    const queue = [...(this.children.get(root) ?? [])];
    for (let next = queue.pop(); next; next = queue.pop()) {
      below.push(next.brief);
      queue.push(...(this.children.get(next.root) ?? []));
    }
    return below;
  }

  /** The listed skill that encloses the given one most closely. */
  enclosingSkill(uri: string): SkillBrief | undefined {
    const root = skillRoot(uri);
    return root === undefined ? undefined : this.enclosing(root)?.brief;
  }

  /** The `resources/list` element with this URI, as sent. */
  resource(uri: string): unknown {
    return this.resources.get(uri)?.resource;
  }

  /** The `resources/list` page that shows this URI first. */
  resourcePage(uri: string): Exchange | undefined {
    return this.resources.get(uri)?.page;
  }

  /** All `resources/list` elements that have a string uri. */
  *allResources(): IterableIterator<[string, unknown]> {
    for (const [uri, { resource }] of this.resources) yield [uri, resource];
  }

  /** Results of the rules already run on a subject (`skill` URI, or `""` for the server), for rules marked `last`. */
  resultsFor(subject: string): ReadonlyMap<string, Verdict> {
    return this.results.get(subject) ?? new Map();
  }

  /** Kept by the runner for rules marked `last`. */
  remember(subject: string, rule: string, verdict: Verdict): void {
    const map = this.results.get(subject);
    if (map) map.set(rule, verdict);
    else this.results.set(subject, new Map([[rule, verdict]]));
  }

  /** Drops what was remembered of a subject once its rules have run. */
  forget(subject: string): void {
    this.results.delete(subject);
  }

  private enclosing(root: string): Indexed | undefined {
    for (let at = root.lastIndexOf("/"); at > 0; at = root.lastIndexOf("/", at - 1)) {
      const parent = root.slice(0, at);
      if (parent.endsWith("/") || parent.endsWith(":")) return undefined;
      const found = this.byRoot.get(parent);
      if (found) return found;
    }
    return undefined;
  }
}

/** The array a page's result holds under `key`, or an empty list for whatever else came. */
export function listOf(page: Exchange, key: string): unknown[] {
  if (page.outcome.kind !== "result") return [];
  const value = (page.outcome.result as Record<string, unknown> | null)?.[key];
  return Array.isArray(value) ? value : [];
}
