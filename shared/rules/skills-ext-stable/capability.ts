import { SKILLS_EXTENSION } from "../../model/server";
import { hasCode, METHOD_NOT_FOUND, outcomeText } from "../answers";
import { fail, found, notApplicable, note, pass, untestable } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { describe, isRecord, member, show } from "../values";
import { declaration, declared, directoryRead, extRule } from "./declare";

const PATH = `capabilities.extensions["${SKILLS_EXTENSION}"]`;

/** The exchanges in which the server states its capabilities. */
function handshake(index: EvidenceIndex): string[] {
  return index.exchanges("handshake").map((exchange) => exchange.id);
}

/** True when the server shows skills in any way, so that a missing declaration is worth a warning. */
function showsSkills(index: EvidenceIndex): boolean {
  if (index.skills.length > 0 || index.server.conventions.length > 0) return true;
  for (const [uri] of index.allResources()) if (uri.endsWith("/SKILL.md")) return true;
  return false;
}

export const capObject = extRule(
  "server",
  {
    id: "ext-cap-object",
    level: "MUST",
    section: "Capability Negotiation",
    title: "The extension is declared as a JSON object under capabilities.extensions",
    why: "A host calls skills/list and skills/get only after it has seen this declaration. Without it, or in another form, the server's skills stay invisible.",
    fix: `Declare ${PATH}: {} in the answer to initialize (up to 2025-11-25) or server/discover (from 2026-07-28).`,
    officialCheck: "sep-2640-capability-empty-object",
    evenUndeclared: true,
  },
  (_, index) => {
    const value = declaration(index);
    if (value === undefined) {
      const expected = `${PATH} is an object`;
      if (!showsSkills(index)) {
        return note({
          message: "The server does not declare the skills extension, and no skills were found on it.",
          expected,
          actual: "no such key",
          fix: `Nothing, when this server serves no skills. Else declare ${PATH}: {}.`,
          evidence: handshake(index),
        });
      }
      return fail({
        severity: "warning",
        message:
          "The server shows skills and does not declare the released skills extension, so a host that implements only that extension will not see them.",
        expected,
        actual: "no such key",
        evidence: handshake(index),
      });
    }
    if (isRecord(value)) return pass;
    return fail({
      message: `The skills extension is declared with ${describe(value)} where an object has to stand.`,
      expected: "an object; {} means support with no optional feature",
      actual: show(value),
      fix: `Write ${PATH}: {} instead of ${show(value, 40)}, or { "directoryRead": true } with directory reads.`,
      evidence: handshake(index),
    });
  },
);

const ENVELOPE = ["config", "specVersion", "stability", "id"];

export const capInline = extRule(
  "server",
  {
    id: "ext-cap-inline",
    level: "MUST",
    section: "Capability Negotiation (SEP-2133)",
    title: "Settings sit directly inside the declared object",
    why: "A client looks for directoryRead as a direct key of the declaration; inside an envelope it is not found and directory reads stay unused.",
    fix: `Move the settings out of the envelope: ${PATH}: { "directoryRead": true }.`,
    officialCheck: "sep-2640-capability-declaration-inline",
  },
  (_, index) => {
    const value = declaration(index);
    if (!isRecord(value)) return notApplicable("the declaration is no object; ext-cap-object says so");
    return found(
      ENVELOPE.filter((key) => Object.hasOwn(value, key)).map((key) => {
        const inner = member(value[key], "directoryRead");
        return {
          message:
            inner === undefined
              ? `The declaration has the key "${key}", which belongs to an envelope that the extension does not have.`
              : `directoryRead stands inside "${key}", where no client looks for it.`,
          expected: "settings as direct keys of the declaration",
          actual: `"${key}": ${show(value[key])}`,
          fix:
            inner === undefined
              ? `Remove "${key}" from ${PATH}.`
              : `Write ${PATH}: { "directoryRead": ${show(inner, 20)} } and remove "${key}".`,
          evidence: handshake(index),
          locus: key,
        };
      }),
    );
  },
);

export const capNotExperimental = extRule(
  "server",
  {
    id: "ext-cap-not-experimental",
    level: "MUST",
    section: "Capability Negotiation",
    title: "The declaration lives in capabilities.extensions, not in capabilities.experimental",
    why: "Hosts read capabilities.extensions only; drafts of the extension used experimental.",
    fix: `Move the key "${SKILLS_EXTENSION}" from capabilities.experimental to capabilities.extensions.`,
    evenUndeclared: true,
  },
  (_, index) => {
    if (declared(index)) return pass;
    const value = member(member(index.server.capabilities, "experimental"), SKILLS_EXTENSION);
    if (value === undefined) return notApplicable("the server does not declare the skills extension");
    return fail({
      severity: "warning",
      message: "The skills extension is declared only under capabilities.experimental.",
      expected: PATH,
      actual: `capabilities.experimental["${SKILLS_EXTENSION}"]: ${show(value)}`,
      evidence: handshake(index),
    });
  },
);

export const capDirectoryReadType = extRule(
  "server",
  {
    id: "ext-cap-directoryread-type",
    level: "MUST",
    section: "Capability Negotiation",
    title: "directoryRead, if given, is a boolean",
    why: "Only the boolean true switches directory reads on; a client takes anything else for false, or refuses the whole declaration.",
    fix: 'Write "directoryRead": true or false, without quotes, or leave it out (which means false).',
  },
  (_, index) => {
    const value = declaration(index);
    if (!isRecord(value)) return notApplicable("the declaration is no object; ext-cap-object says so");
    const setting = member(value, "directoryRead");
    if (setting === undefined || typeof setting === "boolean") return pass;
    return fail({
      message: `directoryRead is ${describe(setting)}, not a boolean.`,
      expected: "true, false or absent",
      actual: show(setting),
      evidence: handshake(index),
    });
  },
);

export const capMethods = extRule(
  "exchange",
  {
    id: "ext-cap-methods",
    level: "MUST",
    section: "Capability Negotiation",
    title: "A server that declares the extension implements skills/list and skills/get",
    why: "A host lists skills with the one and loads a skill it was only told of with the other; it may rely on both once the extension is declared.",
    fix: "Register a handler for the missing method, or remove the declaration.",
    officialCheck: "sep-2640-capability-commits-to-methods",
    evenUnpublished: true,
  },
  ({ exchange }, index) => {
    const { method } = exchange;
    if (method !== "skills/list" && method !== "skills/get") return notApplicable("another method");
    if (!hasCode(exchange, METHOD_NOT_FOUND)) {
      const neverGot = !index.server.probes.made && index.skills.length === 0;
      return neverGot
        ? untestable("no skill was listed and no probes were made, so skills/get was not called")
        : pass;
    }
    return fail({
      message: `The extension is declared, but ${method} is answered as an unknown method.`,
      expected: "a result, or an error other than -32601",
      actual: outcomeText(exchange),
      fix: `Implement ${method}: both skills/list and skills/get come with the declaration.`,
      evidence: [exchange.id],
      locus: method,
    });
  },
);

export const capDirectoryMethod = extRule(
  "exchange",
  {
    id: "ext-cap-directory-method",
    level: "MUST",
    section: "Capability Negotiation",
    title: "A server that declares directoryRead implements resources/directory/read",
    why: "A host that sees directoryRead: true lets its model list directories; each of those calls fails.",
    fix: "Implement resources/directory/read, or declare the extension without directoryRead.",
    officialCheck: "sep-2640-directory-read-method-registered",
    evenUnpublished: true,
  },
  ({ exchange }, index) => {
    if (!directoryRead(index)) return notApplicable("directoryRead is not declared");
    if (exchange.method !== "resources/directory/read") return notApplicable("another method");
    if (!hasCode(exchange, METHOD_NOT_FOUND)) return pass;
    return fail({
      message: "directoryRead is declared, but resources/directory/read is answered as an unknown method.",
      expected: "the children of the directory",
      actual: outcomeText(exchange),
      evidence: [exchange.id],
    });
  },
);

export const capResources = extRule(
  "server",
  {
    id: "ext-cap-resources",
    level: "MUST",
    section: "Capability Negotiation",
    title: "A server that declares the extension also declares the resources capability",
    why: "Skill files are read with resources/read; a client that sees no resources capability will not send it.",
    fix: 'Add "resources": {} to the capabilities.',
    officialCheck: "sep-2640-capability-requires-resources",
  },
  (_, index) => {
    const value = member(index.server.capabilities, "resources");
    if (isRecord(value)) return pass;
    return fail({
      message: `The skills extension is declared and capabilities.resources is ${describe(value)}.`,
      expected: "capabilities.resources is an object",
      actual: show(value),
      evidence: handshake(index),
    });
  },
);

export const capRevision = extRule(
  "server",
  {
    id: "ext-cap-revision",
    level: "STATEMENT",
    section: "Protocol Revision",
    title: "The extension is specified against revision 2026-07-28 or later",
    why: "Older revisions have no resultType, ttlMs and cacheScope, so the rules on them do not run there.",
    fix: "Nothing has to change. Serve revision 2026-07-28 too when hosts should see the caching hints.",
  },
  (_, index) => {
    const { protocolVersion } = index.server;
    if (protocolVersion === undefined) return untestable("no protocol revision was negotiated");
    if (index.modern) return pass;
    return note({
      message: `The negotiated revision is ${protocolVersion}: the rules on resultType, ttlMs and cacheScope were left out.`,
      expected: "2026-07-28 or later",
      actual: protocolVersion,
      evidence: handshake(index),
    });
  },
);

export const reservedMethods = extRule(
  "exchange",
  {
    id: "ext-rsv-method-prefix",
    level: "STATEMENT",
    section: "Reservations",
    title: "Methods under skills/ are reserved for the extension",
    why: "A server that answers skills/* without the declaration speaks a draft or another proposal; hosts of the released extension will not call it.",
    fix: `Declare ${PATH}: {} and follow the released shapes, or use another method prefix.`,
    evenUndeclared: true,
    evenUnpublished: true,
  },
  ({ exchange }, index) => {
    const { method } = exchange;
    if (!method.startsWith("skills/")) return notApplicable("another method");
    if (declared(index)) return pass;
    // An error of any code may be how a server refuses every method it does not know.
    if (exchange.outcome.kind !== "result") return notApplicable("the server does not answer skills/*");
    return note({
      message: `The server answers ${method} and does not declare the extension that this method is reserved for: a draft of it, or SEP-2076.`,
      expected: `${PATH} is declared`,
      actual: outcomeText(exchange),
      evidence: [exchange.id],
      locus: method,
    });
  },
);

export const capabilityRules = [
  capObject,
  capInline,
  capNotExperimental,
  capDirectoryReadType,
  capMethods,
  capDirectoryMethod,
  capResources,
  capRevision,
  reservedMethods,
];
