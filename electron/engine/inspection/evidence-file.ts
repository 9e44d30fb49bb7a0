import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Exchange, WireEvent } from "../../../shared/model/evidence";
import type { Report } from "../../../shared/model/report";
import type { Era } from "../../../shared/model/server";
import type { Connection } from "../connections/connection";
import { ConnectionError } from "../connections/connection-error";
import type { WireKind } from "../connections/wire";

/** First line of an evidence file (NDJSON). Later versions are refused with a message, never misread. */
export interface EvidenceHeader {
  format: "mcp-skill-inspector-evidence";
  version: 1;
  tool: { name: string; version: string };
  target: { label: string; kind: string };
  savedAt: string;
  transport: WireKind;
  era: Era;
  protocolVersion: string;
  wire: WireEvent[];
}

/** One exchange as saved: the request, and the answer as it came. */
export interface SavedExchange
  extends Pick<
    Exchange,
    "id" | "method" | "params" | "purpose" | "startedAt" | "durationMs" | "httpStatus" | "headers"
  > {
  answer?: string;
  failure?: string;
  metaKeys?: string[];
}

export interface Evidence {
  header: EvidenceHeader;
  exchanges: SavedExchange[];
}

const FORMAT = "mcp-skill-inspector-evidence";

/** The first line for a connection that was checked. */
export function evidenceHeader(
  connection: Connection,
  report: Pick<Report, "tool" | "target">,
): Omit<EvidenceHeader, "format" | "version"> {
  return {
    tool: report.tool,
    target: { label: report.target.label, kind: report.target.kind },
    savedAt: new Date().toISOString(),
    transport: connection.kind,
    era: connection.era,
    protocolVersion: connection.protocolVersion,
    wire: connection.wire,
  };
}

/**
 * Writes evidence beside its place and moves it there, so that a full disk leaves no half file under the name.
 * @throws Error of the file system
 */
export async function saveEvidence(
  file: string,
  header: Omit<EvidenceHeader, "format" | "version">,
  exchanges: Iterable<SavedExchange>,
): Promise<void> {
  const part = `${file}.part`;
  const out = createWriteStream(part, { mode: 0o600 });
  const failed = new Promise<never>((_, reject) => out.once("error", reject));
  const write = async (value: unknown) => {
    if (!out.write(`${JSON.stringify(value)}\n`)) await Promise.race([once(out, "drain"), failed]);
  };
  let count = 0;
  await write({ format: FORMAT, version: 1, ...header });
  for (const exchange of exchanges) {
    count++;
    await write({ exchange });
  }
  await write({ end: { exchanges: count } });
  await Promise.race([new Promise<void>((resolve) => out.end(resolve)), failed]);
  await rename(part, file);
}

/**
 * Reads an evidence file.
 * @throws ConnectionError that says which line is wrong, or that the file is cut short or of a later version
 */
export async function loadEvidence(file: string): Promise<Evidence> {
  const exchanges: SavedExchange[] = [];
  let header: EvidenceHeader | undefined;
  let ended = false;
  let line = 0;
  const bad = (message: string) =>
    new ConnectionError({
      code: "bad-evidence",
      message: `${file}: ${message}`,
      hint: "Save the evidence again with check --save-evidence.",
    });
  const input = createReadStream(file, "utf8");
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      line++;
      if (text.trim() === "") continue;
      const record = parse(text);
      if (!record) throw bad(`line ${line} is no JSON object`);
      if (!header) {
        if (record.format !== FORMAT) throw bad("this is no evidence file of this program");
        if (record.version !== 1)
          throw bad(`it has version ${String(record.version)}; this program reads version 1`);
        header = record as unknown as EvidenceHeader;
      } else if (record.exchange !== undefined) {
        if (!isExchange(record.exchange)) throw bad(`line ${line} is no exchange`);
        exchanges.push(record.exchange);
      } else if (record.end) ended = true;
    }
  } catch (error) {
    if (error instanceof ConnectionError) throw error;
    throw bad(`it cannot be read: ${(error as Error).message}`);
  }
  if (!header) throw bad("it is empty");
  if (!ended) throw bad(`it is cut short after ${exchanges.length} exchanges`);
  return { header, exchanges };
}

/** What replaying rests on. */
function isExchange(value: unknown): value is SavedExchange {
  const { id, method, params, answer } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof id === "string" &&
    typeof method === "string" &&
    typeof params === "object" &&
    params !== null &&
    (answer === undefined || typeof answer === "string")
  );
}

/** Whether a file is evidence, by its first line. */
export async function isEvidence(file: string): Promise<boolean> {
  const input = createReadStream(file, { encoding: "utf8", end: 200 });
  try {
    for await (const chunk of input) return String(chunk).includes(FORMAT);
  } catch {
    return false;
  }
  return false;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
