import { textFacts } from "../../skill-file/text-facts";
import { agentSkills } from "../agent-skills";
import { outcomeText, uriOf } from "../answers";
import { found, notApplicable, pass, type RawFinding, type Rule, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { probeVerdict } from "../probe";
import { isRecord, listed, show } from "../values";
import { documentUri, KEBAB, recordUri, referenceUri } from "./addresses";
import { contentOf } from "./answers";
import { type Catalog, catalogOf, eachRead } from "./catalog";
import { type CatalogText, catalogRule } from "./declare";
import { notMarkdown } from "./docs";

/** Documents of skills and prompts, and the references of skills. */

/** What a rule of Agent Skills finds in a document, as ids; the directory is none of the contract's. */
function brokenRules(uri: string, text: string, index: EvidenceIndex): string[] {
  const skillUri = `${uri.slice(0, uri.lastIndexOf("/"))}/SKILL.md`;
  const facts = { digest: "", ...textFacts(new TextEncoder().encode(text), skillUri) };
  const skill = {
    uri: skillUri,
    source: "other" as const,
    files: [{ uri: skillUri, source: "entry" as const, facts }],
    directories: [],
    resources: [],
  };
  return agentSkills.rules
    .filter(
      (rule) =>
        rule.scope === "skill" && /^MUST/.test(rule.level) && !["as-dir", "as-name-dir"].includes(rule.id),
    )
    .filter((rule) => {
      const verdict = rule.check(skill, index);
      return verdict.kind === "findings" && verdict.findings.some(({ outcome }) => outcome !== "note");
    })
    .map((rule) => rule.id);
}

function skillDocuments(index: EvidenceIndex): Verdict {
  const catalog = catalogOf(index);
  const uris = catalog.ids("skills").map((id) => documentUri("skills", id));
  return eachRead(catalog, uris, "the index names no skill", (read, uri) => {
    const text = contentOf(read)?.text;
    if (text === undefined) return [];
    const about = { subject: { kind: "uri" as const, uri }, evidence: [read.id] };
    const { frontmatter } = textFacts(new TextEncoder().encode(text), "SKILL.md");
    const body = text.slice(frontmatter?.bodyOffset ?? 0).trim();
    const missing = [...(frontmatter?.present ? [] : ["frontmatter"]), ...(body === "" ? ["body"] : [])];
    if (missing.length > 0)
      return [
        {
          ...about,
          message: `${uri} is no SKILL.md as it was authored: it has no ${missing.join(" and no ")}.`,
          expected: "the whole SKILL.md: frontmatter, then the body",
          actual: show(text),
          locus: `${uri} parts`,
        },
      ];
    const broken = brokenRules(uri, text, index);
    return [
      ...notMarkdown(read, uri),
      ...(broken.length === 0
        ? []
        : [
            {
              ...about,
              severity: "warning" as const,
              message: `The SKILL.md at ${uri} does not keep to Agent Skills: it fails ${listed(broken, 10)}.`,
              expected: "a SKILL.md by the Agent Skills specification",
              actual: listed(broken, 10),
              fix: "Mend what the named rules ask of a SKILL.md.",
              locus: `${uri} agent-skills`,
            },
          ]),
    ];
  });
}

/** Reference ids that a SKILL.md itself declares: a map or a list in its frontmatter. */
function manifestOf(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const { frontmatter } = textFacts(new TextEncoder().encode(text), "SKILL.md");
  const references = frontmatter?.data?.references;
  if (isRecord(references)) return Object.keys(references);
  if (!Array.isArray(references)) return undefined;
  return references.flatMap((item) => {
    const id = isRecord(item) ? (item.id ?? item.ref_id) : item;
    return typeof id === "string" && KEBAB.test(id) ? [id] : [];
  });
}

function declaredReferences(index: EvidenceIndex): Verdict {
  const catalog = catalogOf(index);
  const findings = catalog.references().flatMap(({ skill, ref }): RawFinding[] => {
    const manifest = manifestOf(catalog.document("skills", skill));
    const uri = referenceUri(skill, ref);
    const read = catalog.read(uri);
    const evidence = [catalog.read(recordUri("skills", skill)), read].flatMap((each) =>
      each ? [each.id] : [],
    );
    const subject = { kind: "uri" as const, uri };
    if (manifest && !manifest.includes(ref))
      return [
        {
          message: `The record of ${show(skill)} declares the reference ${show(ref)}, its frontmatter does not.`,
          expected: `one of ${listed(manifest) || "none"}`,
          actual: show(ref),
          subject,
          evidence,
          locus: `${uri} manifest`,
        },
      ];
    if (!read || read.outcome.kind === "none" || contentOf(read)) return [];
    return [
      {
        message: `The declared reference ${show(ref)} of ${show(skill)} cannot be read.`,
        expected: "one document",
        actual: outcomeText(read),
        subject,
        evidence,
        locus: uri,
      },
    ];
  });
  const undeclared = probeVerdict(index, "cat-unknown", (exchange) => {
    if (exchange.tag !== "reference") return notApplicable("no skill is known to try it on");
    if (exchange.outcome.kind !== "result") return pass;
    return [
      {
        message: `Reading the reference ${show(uriOf(exchange))}, which nothing declares, succeeds.`,
        expected: "not found",
        actual: outcomeText(exchange),
        evidence: [exchange.id],
        locus: "undeclared",
      },
    ];
  });
  if (undeclared.kind === "findings") return found([...findings, ...undeclared.findings]);
  return findings.length > 0 ? found(findings) : undeclared;
}

function handles(index: EvidenceIndex): Verdict {
  const catalog = catalogOf(index);
  const references = catalog.references();
  if (references.length === 0) return notApplicable("no record declares a reference");
  return found(
    references
      .filter(({ ref }) => /[/\\.]/.test(ref))
      .map(({ skill, ref }) => ({
        message: `The reference id ${show(ref)} of ${show(skill)} is a file name or a path.`,
        expected: "a handle without slash, dot and extension",
        actual: show(ref),
        subject: { kind: "uri" as const, uri: referenceUri(skill, ref) },
        evidence: [catalog.read(recordUri("skills", skill))!.id],
        locus: `${skill} ${ref}`,
      })),
  );
}

function promptDocuments(index: EvidenceIndex): Verdict {
  const catalog: Catalog = catalogOf(index);
  const uris = catalog.ids("prompts").map((id) => documentUri("prompts", id));
  return eachRead(catalog, uris, "the index names no prompt", (read, uri) =>
    contentOf(read) ? notMarkdown(read, uri) : [],
  );
}

const rule = (text: CatalogText, check: (index: EvidenceIndex) => Verdict): Rule<"server"> =>
  catalogRule("server", text, (_, index) => check(index));

export const documentRules: Rule<"server">[] = [
  rule(
    {
      id: "cat-document-skillmd",
      level: "MUST",
      section: "document 1",
      title: "A skill's document is its SKILL.md as authored",
      why: "A model works from this text; what was cut off or rewritten is lost to it.",
      fix: "Serve the bytes of SKILL.md with its frontmatter, as text/markdown.",
    },
    skillDocuments,
  ),
  rule(
    {
      id: "cat-reference-declared",
      level: "MUST",
      section: "references 1",
      title: "References that are declared can be read, others are not found",
      why: "The declaration is the promise of what belongs to the skill; nothing else is public.",
      fix: "Serve exactly the references that the skill's frontmatter and record declare.",
    },
    declaredReferences,
  ),
  rule(
    {
      id: "cat-reference-handle",
      level: "MUST",
      section: "references 2",
      title: "A ref_id is a handle, not a file path",
      why: "A handle outlives the file's name and place.",
      fix: "Use a kebab-case handle, e.g. forms for references/FORMS.md.",
    },
    handles,
  ),
  rule(
    {
      id: "cat-prompt-document",
      level: "MUST",
      section: "prompts document 1",
      title: "A prompt's document is markdown",
      why: "Clients show it as a text to read.",
      fix: 'Send the prompt\'s markdown with "mimeType": "text/markdown".',
    },
    promptDocuments,
  ),
];
