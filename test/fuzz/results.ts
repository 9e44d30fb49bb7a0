import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { visible } from "../../shared/model/visible";
import { root } from "../support/fixtures";
import type { FuzzEnd } from "./protocol";

/** What became of all inputs of one kind. */
export interface InputResult {
  kind: string;
  tried: number;
  crashes: string[];
  hangs: string[];
  /** Each input with what is said of it. */
  messages: [input: string, message: string][];
  slowest: { input: string; ms: number };
}

interface Parts {
  inputs: InputResult[];
  protocol: FuzzEnd;
}

const HEAD = `# Hostile inputs

Made by \`npm run test:fuzz\`, with fixed seeds; a small part of it runs in every test run. A crash is an error that no
reader of ours throws on purpose; a hang is an input that takes longer than its time.
`;

/** Writes one part of docs/hostile-inputs.md and leaves the other as it is. */
export function writeResults<P extends keyof Parts>(part: P, results: Parts[P]): void {
  const file = join(root, "docs/hostile-inputs.md");
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const kept = (name: string) =>
    new RegExp(`<!-- ${name} -->[\\s\\S]*?<!-- end ${name} -->`).exec(before)?.[0];
  const text = (name: keyof Parts) => {
    if (name !== part) return kept(name);
    const made = name === "inputs" ? inputsPart(results as InputResult[]) : protocolPart(results as FuzzEnd);
    return `<!-- ${name} -->\n${made}\n<!-- end ${name} -->`;
  };
  mkdirSync(join(root, "docs"), { recursive: true });
  writeFileSync(file, `${[HEAD, text("inputs"), text("protocol")].filter(Boolean).join("\n")}\n`);
}

const cell = (text: string) =>
  visible(text)
    .replace(/\s+/g, " ")
    .replace(/\/[^\s:]*\/skill-inspector-test-\w+\//g, "")
    .replaceAll("|", "\\|")
    .replace(/[<`]/g, "'")
    .slice(0, 150);

function inputsPart(results: readonly InputResult[]): string {
  const total = results.reduce((sum, { tried }) => sum + tried, 0);
  const bad = (key: "crashes" | "hangs") => results.reduce((sum, each) => sum + each[key].length, 0);
  const rows = results.map(({ kind, tried, crashes, hangs, messages }) => {
    const [input, message] = messages[Math.floor(messages.length / 2)] ?? ["", "read as it is"];
    return `| ${kind} | ${tried} | ${tried - crashes.length - hangs.length} | ${cell(input)}: ${cell(message)} |`;
  });
  return `## By kind

${total} inputs, ${bad("crashes")} crashes, ${bad("hangs")} hangs.

| kind | tried | survived | for example |
|---|---|---|---|
${rows.join("\n")}`;
}

function protocolPart({ runs, made, crashes, hangs, reports, findings, words }: FuzzEnd): string {
  const total = [...made.values()].reduce((sum, count) => sum + count, 0);
  const rows = [...made]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `| ${name} | ${count} |`);
  const said = [...words].map(([code, count]) => `${code} (${count})`).join(", ");
  return `## Mutated answers

${total.toLocaleString("en")} mutations of the answers of the built-in server, in four conventions and both eras, in
${runs.toLocaleString("en")} runs of connecting, listing, reading, probing and judging: ${crashes.length} crashes, ${hangs.length} hangs.
${reports} runs ended in a report, with ${findings.toLocaleString("en")} findings in all; the others in words: ${said}.

| mutation | made |
|---|---|
${rows.join("\n")}`;
}
