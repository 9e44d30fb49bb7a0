import { z } from "zod";
import { LIMIT_IDS, LIMITS, type LimitId, limitFault } from "../model/limits";

/** What calls take, as schemas: hosts validate with them, and stored configuration is read with them. */

export const serverId = z.string().min(1).max(100);
export const uri = z.string().min(1).max(20_000);
export const op = z.string().min(1).max(100);
export const none = z.object({}).strict();

const headerSchema = z
  .object({
    name: z.string().min(1).max(200),
    value: z.string().max(20_000).optional(),
    secret: z.boolean().optional(),
  })
  .strict();

export const transportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("well-known"), url: z.string().min(1).max(20_000) }).strict(),
  z.object({ kind: z.literal("builtin") }).strict(),
  z
    .object({
      kind: z.literal("stdio"),
      command: z.string().min(1).max(4_000),
      args: z.array(z.string().max(20_000)).max(1_000),
      env: z.record(z.string(), z.string()),
      cwd: z.string().max(4_000).optional(),
    })
    .strict(),
  z
    .object({
      kind: z.literal("http"),
      url: z.string().min(1).max(20_000),
      headers: z.array(headerSchema).max(100),
      sse: z.boolean().optional(),
      oauth: z
        .object({
          clientId: z.string().trim().min(1).max(4_000).optional(),
          callbackPort: z.number().int().min(1).max(65_535).optional(),
        })
        .strict()
        .optional(),
    })
    .strict(),
  z.object({ kind: z.literal("folder"), path: z.string().min(1).max(4_000) }).strict(),
  z.object({ kind: z.literal("evidence"), path: z.string().min(1).max(4_000) }).strict(),
]);

const serverFields = {
  label: z.string().trim().min(1).max(80),
  transport: transportSchema,
  era: z.enum(["auto", "legacy", "modern"]),
  timeoutMs: z.number().int().min(100).max(3_600_000),
  autoConnect: z.boolean(),
};
export const serverInput = z
  .object({
    ...serverFields,
    era: serverFields.era.default("auto"),
    /** The time that is set for new servers, when left out. */
    timeoutMs: serverFields.timeoutMs.optional(),
    autoConnect: serverFields.autoConnect.default(true),
  })
  .strict();
/** A change of a server: a default in it would undo what the user chose before. */
export const serverPatch = z.object(serverFields).partial().strict();
export type ServerInput = z.input<typeof serverInput>;

const eachLimit = <T extends z.ZodType>(field: (id: LimitId) => T) =>
  Object.fromEntries(LIMIT_IDS.map((id) => [id, field(id)])) as Record<LimitId, T>;
const limit = (id: LimitId) =>
  z.number().refine((value) => limitFault(id, value) === undefined, {
    error: ({ input }) => limitFault(id, Number(input)),
  });
const settingsFields = {
  theme: z.enum(["system", "light", "dark", "contrast"]),
  panes: z.record(z.string(), z.number()),
  ui: z.record(z.string(), z.unknown()),
};

export const settingsSchema = z
  .object({
    theme: settingsFields.theme.default("system"),
    limits: z
      .object(eachLimit((id) => limit(id).default(LIMITS[id].default)))
      .strict()
      .prefault({}),
    panes: settingsFields.panes.default({}),
    ui: settingsFields.ui.default({}),
  })
  .strict();
/** A change of settings: what it leaves out stays as it is, of the limits as well. */
export const settingsPatch = z
  .object({ ...settingsFields, limits: z.object(eachLimit((id) => limit(id).optional())).strict() })
  .partial()
  .strict();
export type Settings = z.infer<typeof settingsSchema>;
