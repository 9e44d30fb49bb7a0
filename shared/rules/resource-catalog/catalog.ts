import type { Exchange, ServerEvidence } from "../../model/evidence";
import { outcomeText } from "../answers";
import { notApplicable, type RawFinding, untestable, type Verdict } from "../define-rule";
import { type EvidenceIndex, listOf } from "../evidence-index";
import { isRecord, member, show } from "../values";
import { documentUri, indexUri, type Kind, recordUri } from "./addresses";
import { contentOf, idsOf, jsonOf, type Listing, listingOf, referencesOf } from "./answers";
import { PROFILE } from "./declare";

export const PURPOSE = `convention:${PROFILE}`;
const READ = "resources/read";

/** What the contract's reads showed, for rules and probes alike. */
export class Catalog {
  private readonly reads = new Map<string, Exchange>();
  readonly promptList: Exchange | undefined;

  constructor(readonly server: ServerEvidence) {
    for (const exchange of server.exchanges) {
      const { uri } = exchange.params;
      if (exchange.purpose !== PURPOSE) continue;
      if (exchange.method === READ && typeof uri === "string") this.reads.set(uri, exchange);
      if (exchange.method === "prompts/list") this.promptList ??= exchange;
    }
  }

  /** The exchange that read a URI. */
  read(uri: string): Exchange | undefined {
    return this.reads.get(uri);
  }

  get all(): IterableIterator<[string, Exchange]> {
    return this.reads.entries();
  }

  /** The index of skills or prompts, where it could be read as a list. */
  listing(kind: Kind): Listing | undefined {
    return listingOf(this.read(indexUri(kind)));
  }

  /** Different ids of an index, those that were read. */
  ids(kind: Kind): string[] {
    return [...new Set(idsOf(this.listing(kind)))].filter(
      (id) => id !== "" && this.read(recordUri(kind, id)),
    );
  }

  /** The record of an id, where it is a JSON object. */
  record(kind: Kind, id: string): Record<string, unknown> | undefined {
    const value = jsonOf(this.read(recordUri(kind, id)));
    return isRecord(value) ? value : undefined;
  }

  document(kind: Kind, id: string): string | undefined {
    return contentOf(this.read(documentUri(kind, id)))?.text;
  }

  /** Each reference id that a record declares, with its skill. */
  references(): { skill: string; ref: string }[] {
    return this.ids("skills").flatMap((skill) =>
      [...new Set(referencesOf(this.record("skills", skill)) ?? [])].map((ref) => ({ skill, ref })),
    );
  }

  /** URIs that `resources/list` shows, each with its element. */
  listed(): Map<string, unknown> {
    const all = new Map<string, unknown>();
    for (const page of this.server.resourcePages) {
      for (const item of listOf(page, "resources")) {
        const uri = member(item, "uri");
        if (typeof uri === "string" && !all.has(uri)) all.set(uri, item);
      }
    }
    return all;
  }

  /** Templates as listed. */
  templates(): { uriTemplate: string; item: unknown; page: Exchange }[] {
    return this.server.templatePages.flatMap((page) =>
      listOf(page, "resourceTemplates").flatMap((item) => {
        const uriTemplate = member(item, "uriTemplate");
        return typeof uriTemplate === "string" ? [{ uriTemplate, item, page }] : [];
      }),
    );
  }

  /** Ids of the pages of `resources/list`, as proof of what it lacks. */
  get listProof(): string[] {
    return this.server.resourcePages.map(({ id }) => id);
  }
}

const catalogs = new WeakMap<EvidenceIndex, { size: number; catalog: Catalog }>();

/** The catalogue of a run, made once for all rules. */
export function catalogOf(index: EvidenceIndex): Catalog {
  const size = index.server.exchanges.length;
  const known = catalogs.get(index);
  if (known?.size === size) return known.catalog;
  const catalog = new Catalog(index.server);
  catalogs.set(index, { size, catalog });
  return catalog;
}

/** Judges one read for each of some URIs. Reads without an answer leave the rule untestable. */
export function eachRead(
  catalog: Catalog,
  uris: readonly string[],
  none: string,
  judge: (exchange: Exchange, uri: string) => RawFinding[],
): Verdict {
  const reads = uris.map((uri) => [uri, catalog.read(uri)] as const);
  const findings = reads.flatMap(([uri, exchange]) =>
    exchange && exchange.outcome.kind !== "none" ? judge(exchange, uri) : [],
  );
  if (findings.some(({ outcome }) => outcome !== "note")) return { kind: "findings", findings };
  const waiting = reads.find(([, exchange]) => !exchange || exchange.outcome.kind === "none");
  if (waiting)
    return untestable(`${waiting[0]}: ${waiting[1] ? outcomeText(waiting[1]) : "it was not read"}`);
  if (reads.length === 0) return notApplicable(none);
  return findings.length > 0 ? { kind: "findings", findings } : { kind: "pass" };
}

/** The finding that a URI which has to be readable is not; none when the read gave text. */
export function unreadable(exchange: Exchange, uri: string, what: string): RawFinding[] {
  if (contentOf(exchange)) return [];
  return [
    {
      message: `${what} cannot be read at ${show(uri)}.`,
      expected: "a content with text",
      actual: outcomeText(exchange),
      fix: `Serve it under exactly this URI: ${uri}`,
      subject: { kind: "uri", uri },
      evidence: [exchange.id],
      locus: uri,
    },
  ];
}
