import { performance } from "node:perf_hooks";
import type { CallInput, CallName } from "../../shared/contract";
import type { Problem, ServerState } from "../../shared/model/server";
import type { SkillDetail } from "../../shared/model/skill";
import type { TestEngine } from "../support/engine";

/** What a person using the app gets to read of a server: where it stands, and the words. */
export interface Shown {
  where: "server" | "list" | "skill" | "file" | "directory" | "check" | "traffic";
  words: string;
}

/** A session with one server, as a person has it who opens what there is. */
export interface Session {
  shown: Shown[];
  /** The longest that any one call took, in milliseconds, and which it was. */
  longest: { ms: number; call: string };
  /** URIs whose bytes agreed with their entry. */
  verified: string[];
}

/** Skills looked into, and files opened in all: enough for every fault, and no more. */
const SKILLS = 4;
const FILES = 14;

/** One call of the app after the other, with what a person reads of each. */
class Reader implements Session {
  readonly shown: Shown[] = [];
  readonly verified: string[] = [];
  readonly longest = { ms: 0, call: "" };

  constructor(
    private readonly engine: TestEngine,
    private readonly serverId: string,
  ) {}

  say(where: Shown["where"], words: string): void {
    if (!this.shown.some((each) => each.where === where && each.words === words)) {
      this.shown.push({ where, words });
    }
  }

  /** One call; what it is refused with is shown to the person. */
  async attempt<N extends CallName>(where: Shown["where"], name: N, input: CallInput<N>) {
    const from = performance.now();
    const answer = await this.engine.client.call(name, input);
    const ms = Math.round(performance.now() - from);
    if (ms > this.longest.ms) Object.assign(this.longest, { ms, call: name });
    if (answer.ok) return answer.value;
    this.say(where, `${answer.code}: ${answer.message}`);
    return undefined;
  }

  state({ problem, listingProblem, notes, stderr, exit }: ServerState): void {
    const all = ({ code, message, hint, detail }: Problem) =>
      [`${code}: ${message}`, hint, detail].filter(Boolean).join(" ");
    if (problem) this.say("server", all(problem));
    if (listingProblem) this.say("list", all(listingProblem));
    for (const note of notes) this.say("server", note);
    if (exit?.code) this.say("server", `exit code ${exit.code}`);
    if (stderr?.trim()) this.say("server", `stderr: ${stderr.trim().slice(-200)}`);
  }

  async skills(): Promise<void> {
    const { serverId } = this;
    const skills: SkillDetail[] = [];
    for (const { uri, invalid } of (await this.engine.skills(serverId)).slice(0, SKILLS)) {
      if (invalid) this.say("list", `${uri} is invalid: ${invalid}`);
      const skill = await this.attempt("skill", "skills.detail", { serverId, uri });
      if (skill) skills.push(skill);
    }
    let opened = 0;
    for (const skill of skills) {
      const listed = skill.manifest.kind === "files" ? skill.manifest.files.map(({ uri }) => uri) : [];
      for (const uri of new Set([skill.uri, ...listed]))
        if (opened++ < FILES) await this.file(skill.uri, uri);
      const entry = await this.attempt("skill", "skills.get", { serverId, uri: skill.uri });
      if (entry?.invalid) this.say("skill", `invalid: ${entry.invalid}`);
      await this.directory(skill);
    }
  }

  private async file(skillUri: string, uri: string): Promise<void> {
    const file = await this.attempt("file", "files.open", { serverId: this.serverId, uri, skillUri });
    if (!file) return;
    if (file.verdict.state === "match") this.verified.push(uri);
    else this.say("file", `${file.verdict.state}: ${file.verdict.reason}`);
    for (const { key } of file.frontmatterDiff ?? []) this.say("file", `${key} differs from the entry's`);
    for (const { message } of file.frontmatter?.problems ?? []) this.say("file", `frontmatter: ${message}`);
  }

  private async directory({ uri, manifest }: SkillDetail): Promise<void> {
    const { serverId } = this;
    const root = { serverId, uri: uri.slice(0, uri.lastIndexOf("/")), skillUri: uri };
    const view = await this.attempt("directory", "directory.read", root);
    if (manifest.kind !== "files") return;
    for (const child of view?.children ?? []) {
      if (child.inManifest === false && !child.directory)
        this.say("directory", `${child.uri} is in no manifest`);
    }
    for (const missing of view?.missing ?? []) this.say("directory", `${missing} is in the manifest only`);
  }

  async traffic(): Promise<void> {
    const { rows } = await this.engine.call("traffic.page", { limit: 5_000, serverId: this.serverId });
    for (const { kind, preview } of rows) {
      if (kind === "noise" || kind === "stderr" || kind === "transport") {
        this.say("traffic", `${kind}: ${preview.slice(0, 200)}`);
      }
    }
  }

  async check(cancelAfterMs: number | undefined): Promise<void> {
    const { engine, serverId } = this;
    const cancel = () => void engine.call("op.cancel", { op: "check" });
    const timer = cancelAfterMs === undefined ? undefined : setTimeout(cancel, cancelAfterMs);
    const report = await this.attempt("check", "checks.run", { serverId, op: "check" });
    clearTimeout(timer);
    for (const { rule, message } of report?.findings ?? []) this.say("check", `${rule}: ${message}`);
    if (report?.incomplete) this.say("check", `incomplete: ${report.incomplete}`);
  }
}

export interface SessionOptions {
  /** Done while files are opened, e.g. work with another server. */
  meanwhile: () => Promise<unknown>;
  /** True when what was shown says enough: then nothing more is looked at. */
  enough: (shown: Shown[]) => boolean;
  /** Ends a check that takes longer, in milliseconds. */
  cancelCheckAfterMs?: number;
}

/** Uses a connected or failed server: looks at its state, opens skills, files and directories, and checks it. */
export async function useServer(
  engine: TestEngine,
  { config }: ServerState,
  { meanwhile, enough, cancelCheckAfterMs }: SessionOptions,
): Promise<Session> {
  const reader = new Reader(engine, config.serverId);
  reader.state(await engine.server(config.label));
  await Promise.all([reader.skills(), meanwhile()]);
  reader.state(await engine.server(config.label));
  if (!enough(reader.shown)) await reader.check(cancelCheckAfterMs);
  if (!enough(reader.shown)) await reader.traffic();
  return reader;
}
