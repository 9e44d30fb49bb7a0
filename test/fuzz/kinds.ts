import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { Recording } from "../../electron/engine/connections/replay";
import { loadEvidence } from "../../electron/engine/inspection/evidence-file";
import { unpack } from "../../electron/engine/well-known/archive";
import { readIndex } from "../../electron/engine/well-known/index-document";
import { readTraffic } from "../../renderer/traffic/saved-traffic";
import { archiveEntries } from "../../shared/bytes/archive";
import { dispatch } from "../../shared/client/dispatch";
import { readAppLink } from "../../shared/config/app-link";
import { splitCommand } from "../../shared/config/command-words";
import { readMcpJson } from "../../shared/config/mcp-json";
import { readPasted } from "../../shared/config/pasted";
import { type CallName, type ContractHandler, calls } from "../../shared/contract";
import { readBaseline } from "../../shared/report/baseline";
import { mergeReports } from "../../shared/report/merge";
import { readJson, readReports } from "../../shared/report/read-report";
import { allProfiles } from "../../shared/rules/profiles";
import { textFacts } from "../../shared/skill-file/text-facts";
import { expand } from "../../shared/uri/expand";
import { matchTemplate } from "../../shared/uri/match-template";
import { inspectUri, MAX_INSPECTED } from "../../shared/uri/workbench";
import { HOSTILE_ARCHIVES, HOSTILE_HEADS, HOSTILE_TEXTS } from "./inputs";

/** Reads one input as the app does. @returns what a person is told of it; throws what the app would tell as an error */
type Reader<T> = (input: T) => unknown;

export interface Kind {
  kind: string;
  inputs: Readonly<Record<string, unknown>>;
  read: Reader<never>;
}

const kind = <T>(name: string, inputs: Readonly<Record<string, T>>, read: Reader<T>): Kind => ({
  kind: name,
  inputs,
  read: read as Reader<never>,
});
const texts = (name: string, read: Reader<string>) => kind(name, HOSTILE_TEXTS, read);

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 200);

/** Every kind of input with its reader. @param folder for files, @param handler of calls, @param port of the browser host */
export function kindsOf(folder: string, handler: ContractHandler, port: number): Kind[] {
  const file = (text: string) => {
    const path = join(folder, "input");
    writeFileSync(path, text);
    return path;
  };
  return [
    texts("configuration of another program", (text) => readMcpJson(text).problems[0]),
    texts("pasted text", (text) => readPasted(text).problems[0]),
    texts("link that opens the app", (text) => readAppLink(text)),
    texts("command line", (text) => splitCommand(text)),
    // The screen and the command line take no longer ones.
    texts("URI", (text) => shown(inspectUri(text.slice(0, MAX_INSPECTED), allProfiles))),
    texts("template", (long) => {
      const text = long.slice(0, MAX_INSPECTED);
      matchTemplate(text, "skill://a/b/SKILL.md");
      return shown(expand(text, { a: "x", b: ["y"], c: { k: "v" } }));
    }),
    texts("SKILL.md", (text) =>
      shown(textFacts(new TextEncoder().encode(text), "skill://a/SKILL.md").frontmatter?.problems),
    ),
    texts("evidence file", async (text) => {
      const evidence = await loadEvidence(file(text));
      new Recording(evidence).next("skills/list", {});
      return "read";
    }),
    texts("saved traffic", (text) => shown(readTraffic("input", text))),
    texts(
      "report to be merged",
      (text) => mergeReports(readReports(text).map((report) => ({ name: "input", report }))).summary,
    ),
    texts("baseline", (text) => `${readBaseline(text).size} fingerprints`),
    texts("index of a web site", (text) => shown(readIndex(readJson(text), "https://a.example/index.json"))),
    texts("contract call", async (text) => {
      let input: unknown = text;
      try {
        input = JSON.parse(text);
      } catch {
        // A text is an input as well.
      }
      const told: unknown[] = [];
      // Each call looks at all of a large input again, which tells nothing new after a few.
      const names = (Object.keys(calls) as CallName[]).filter(
        (_, at) => text.length < 100_000 || at % 12 === 0,
      );
      for (const name of names) {
        if (/^(platform|serve|servers\.(add|test)|configs\.found|settings\.set)/.test(name)) continue;
        const answer = await dispatch(handler, name, input);
        if (!answer.ok && answer.code === "internal")
          throw new TypeError(`${name}: ${answer.message} ${answer.detail}`);
        told.push(answer.ok ? name : answer.message);
      }
      await dispatch(handler, text, {});
      return told[1];
    }),
    kind("archive of a web site", HOSTILE_ARCHIVES, async (bytes) => {
      const from = bytes[0] === 0x50 ? "zip" : "tar.gz";
      const { problem, files } = await unpack(Buffer.from(bytes), from);
      return problem ?? `${files.length} files`;
    }),
    kind("archive shown as a file", HOSTILE_ARCHIVES, (bytes) => `${archiveEntries(bytes).length} entries`),
    kind("head of an HTTP request", HOSTILE_HEADS, (head) => answerTo(head, port)),
  ];
}

/** What the browser host answers to raw bytes: its status line, or that it closed. */
function answerTo(head: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(head, "latin1"));
    socket.setEncoding("latin1").on("data", (text) => {
      answer += text;
      if (answer.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("error", () => {});
    socket.setTimeout(4_000, () => socket.destroy());
    socket.once("close", () => resolve(answer.split("\r\n")[0] || "the connection was closed"));
  });
}
