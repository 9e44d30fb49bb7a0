import { z } from "zod";

/** The JSON report as fixed in the design: every key, and no other. */
const level = z.enum(["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "STATEMENT", "OBSERVED"]);
const count = z.number().int().min(0);

const finding = z.strictObject({
  rule: z.string().min(1),
  profile: z.string().min(1),
  level,
  severity: z.enum(["error", "warning", "info"]),
  outcome: z.enum(["fail", "note"]),
  subject: z.strictObject({
    kind: z.enum(["server", "skill", "file", "uri", "template", "exchange"]),
    skill: z.string().optional(),
    uri: z.string().optional(),
    template: z.string().optional(),
  }),
  location: z
    .strictObject({ file: z.string().min(1), line: z.number().int().min(1), column: z.number().int().min(1) })
    .optional(),
  message: z.string().min(1),
  expected: z.string().optional(),
  actual: z.string().optional(),
  fix: z.string().min(1),
  specUrl: z.url(),
  fingerprint: z.string().regex(/^[0-9a-f]{16}$/),
  evidence: z.array(z.string()),
  known: z.literal(true).optional(),
});

export const reportSchema = z.strictObject({
  tool: z.strictObject({
    name: z.literal("mcp-skill-inspector"),
    version: z.string().regex(/^\d+\.\d+\.\d+/),
  }),
  target: z.looseObject({ label: z.string().min(1), kind: z.string().min(1) }),
  era: z.enum(["legacy", "modern"]).nullable(),
  protocolVersion: z.string().nullable(),
  profiles: z.array(z.strictObject({ id: z.string(), requirements: count })).min(1),
  summary: z.strictObject({
    pass: count,
    fail: count,
    note: count,
    notApplicable: count,
    untestable: count,
    errors: count,
    warnings: count,
    infos: count,
    skills: count,
    files: count,
    durationMs: z.number().min(0),
  }),
  findings: z.array(finding),
  rules: z.array(
    z.strictObject({
      rule: z.string(),
      outcome: z.enum(["pass", "fail", "not-applicable", "untestable"]),
      reason: z.string().min(1).optional(),
    }),
  ),
  exchanges: z.array(z.looseObject({ id: z.string(), method: z.string(), request: z.unknown() })),
  incomplete: z.string().optional(),
  baseline: z.strictObject({ known: count, fresh: count, fixed: count }).optional(),
  shard: z.strictObject({ index: z.number().int().min(1), count: z.number().int().min(1) }).optional(),
});
