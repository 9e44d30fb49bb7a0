import { resultOf } from "../answers";
import { found, notApplicable, type RawFinding, type Verdict } from "../define-rule";
import { listOf } from "../evidence-index";
import { describe, isRecord, member, show } from "../values";
import { baseRule } from "./declare";

/** Rules on the fields of listed resources and templates. */

const STRINGS = ["mimeType", "title", "description"];

export const resourceShape = baseRule(
  "exchange",
  {
    id: "mcp-resource-shape",
    level: "MUST",
    section: "schema: Resource, ResourceTemplate",
    page: "schema#resource",
    title: "Resources and templates have the fields and types of the schema",
    why: "SDK clients validate lists by the schema, and one wrong element makes them reject the whole page.",
    fix: 'Give each resource string "uri" and "name", each template string "uriTemplate" and "name"; size is a number, the rest are strings.',
  },
  ({ exchange }): Verdict => {
    const kinds: Record<string, [list: string, key: string]> = {
      "resources/list": ["resources", "uri"],
      "resources/directory/read": ["resources", "uri"],
      "resources/templates/list": ["resourceTemplates", "uriTemplate"],
    };
    const kind = kinds[exchange.method];
    if (!kind || !resultOf(exchange)) return notApplicable("no list gave a result");
    const [list, key] = kind;
    const value = resultOf(exchange)![list];
    const findings: RawFinding[] = [];
    const add = (field: string, expected: string, actual: unknown, at: number) => {
      const locus = `${exchange.method} ${field}`;
      if (findings.some((finding) => finding.locus === locus)) return;
      findings.push({
        message: `${exchange.method}: ${field === "" ? `element ${at} is ${describe(actual)}` : `${field} of element ${at} is ${describe(actual)}`}.`,
        expected,
        actual: show(actual),
        evidence: [exchange.id],
        locus,
      });
    };
    if (value !== undefined && !Array.isArray(value)) {
      add(list, "an array", value, 0);
      return found(findings);
    }
    for (const [at, item] of listOf(exchange, list).entries()) {
      if (!isRecord(item)) {
        add("", "an object", item, at);
        continue;
      }
      for (const field of [key, "name"])
        if (typeof item[field] !== "string") add(field, "a string", item[field], at);
      for (const field of STRINGS) {
        if (item[field] !== undefined && typeof item[field] !== "string")
          add(field, "a string, or absent", item[field], at);
      }
      if (item.size !== undefined && (typeof item.size !== "number" || !(item.size >= 0))) {
        add("size", "a number of bytes, or absent", item.size, at);
      }
    }
    return found(findings);
  },
);

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

export const annotations = baseRule(
  "exchange",
  {
    id: "mcp-annotations",
    level: "STATEMENT",
    section: "resources: Annotations",
    page: "server/resources#annotations",
    title: "audience, priority and lastModified of annotations have their types",
    why: "Clients sort and filter by them; a value of another type is ignored or breaks the list.",
    fix: 'Write audience as a list of "user" and "assistant", priority as a number from 0 to 1, lastModified as an ISO 8601 time.',
  },
  ({ exchange }) => {
    const items = ["resources", "resourceTemplates", "contents"].flatMap((key) => listOf(exchange, key));
    const given = items.map((item) => member(item, "annotations")).filter((value) => value !== undefined);
    if (given.length === 0) return notApplicable("nothing carries annotations");
    const findings = new Map<string, RawFinding>();
    const add = (field: string, expected: string, actual: unknown) => {
      if (findings.has(field)) return;
      findings.set(field, {
        message: `${exchange.method}: ${field} is ${describe(actual)}.`,
        expected,
        actual: show(actual),
        evidence: [exchange.id],
        locus: `${exchange.method} ${field}`,
      });
    };
    for (const value of given) {
      if (!isRecord(value)) {
        add("annotations", "an object", value);
        continue;
      }
      const { audience, priority, lastModified } = value;
      const roles =
        Array.isArray(audience) && audience.every((role) => role === "user" || role === "assistant");
      if (audience !== undefined && !roles)
        add("annotations.audience", 'a list of "user" and "assistant"', audience);
      const inRange = typeof priority === "number" && priority >= 0 && priority <= 1;
      if (priority !== undefined && !inRange) add("annotations.priority", "a number from 0 to 1", priority);
      const isTime =
        typeof lastModified === "string" &&
        DATE.test(lastModified) &&
        !Number.isNaN(Date.parse(lastModified));
      if (lastModified !== undefined && !isTime)
        add("annotations.lastModified", "an ISO 8601 time", lastModified);
    }
    return found([...findings.values()]);
  },
);

export const shapeRules = [resourceShape, annotations];
