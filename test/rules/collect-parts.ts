import { fillFacts, splitContents } from "../../electron/engine/inspection/workers/facts";
import type { Exchange, FileEvidence, SkillBrief, SkillEvidence } from "../../shared/model/evidence";
import { listOf } from "../../shared/rules/evidence-index";
import { member } from "../../shared/rules/values";

/** Puts a second read where the collector puts it: at the file. */
export function secondRead(read: Exchange, evidence: SkillEvidence[]): void {
  const file = evidence
    .find(({ uri }) => uri === read.about)
    ?.files.find(({ uri }) => uri === read.params.uri);
  if (!file || read.outcome.kind !== "result") return;
  const second: FileEvidence = { uri: file.uri, source: file.source };
  fillFacts(second, splitContents(read.outcome.result, file.uri).body);
  file.secondRead = read;
  if (second.facts) file.secondDigest = second.facts.digest;
}

/** The skills that the pages list, or that resources look like where nothing is listed. */
export function briefsOf(pages: Exchange[], resourcePages: Exchange[]): SkillBrief[] {
  const briefs = new Map<string, SkillBrief>();
  let position = 0;
  for (const page of pages) {
    for (const entry of listOf(page, "skills")) {
      const stated = member(entry, "uri");
      const uri = typeof stated === "string" && stated !== "" ? stated : `entry:${position}`;
      position += 1;
      if (!briefs.has(uri)) briefs.set(uri, { uri, source: "skills/list", entry, exchangeId: page.id });
    }
  }
  if (pages.length > 0) return [...briefs.values()];
  for (const page of resourcePages) {
    for (const item of listOf(page, "resources")) {
      const uri = member(item, "uri");
      if (typeof uri === "string" && uri.endsWith("/SKILL.md"))
        briefs.set(uri, { uri, source: "other", exchangeId: page.id });
    }
  }
  return [...briefs.values()];
}

/** Whether one entry is on the pages twice. */
export function repeats(pages: Exchange[]): boolean {
  const uris = pages.flatMap((page) => listOf(page, "skills").map((entry) => member(entry, "uri")));
  return new Set(uris).size < uris.length;
}
