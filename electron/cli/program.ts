import { existsSync } from "node:fs";
import { Command, Option } from "commander";
import type { Limits } from "../../shared/model/limits";
import { VERSION } from "../engine/version";
import { UsageError } from "./exit";
import { examplesOf, PROGRAM_HELP } from "./help";
import {
  collect,
  limited,
  list,
  milliseconds,
  outputs,
  port,
  positive,
  shard,
  shift,
  targeted,
} from "./options";
import { parseTarget, type TargetInput } from "./target";

const FORMATS_HELP = "report format, repeatable: text, json, sarif, junit, markdown, html";

const ERAS = ["auto", "legacy", "modern"];

/** What `targeted` and `limited` give a command. */
interface TargetOptions {
  header?: string[];
  config?: string;
  server?: string;
  limit?: Limits;
}

/**
 * All commands with their options. Each command's code is loaded when it runs.
 * @param command the words after `--`, @param exit takes the exit code
 */
export function makeProgram(command: string[], exit: (code: number) => void): Command {
  const program = new Command("skill-inspector");
  program
    .description("Browse and check the Agent Skills that MCP servers serve.")
    .version(VERSION)
    .addHelpText("after", PROGRAM_HELP)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .enablePositionalOptions();
  const target = (
    positional: string | undefined,
    { header = [], config, server, limit }: TargetOptions,
    fallback?: TargetInput["fallback"],
  ) => parseTarget({ positional, command, headers: header, fallback, config, server, limits: limit });
  const timeout = () =>
    new Option("--timeout <ms>", "limit for each request, in milliseconds")
      .argParser(milliseconds)
      .default(30_000);
  const format = (choices: string[]) =>
    new Option("--format <format>", "how to print").choices(choices).default("text");

  limited(program.command("check"))
    .argument("[target]")
    .description("check a server or a folder by every rule that applies")
    .option("--profile <id,...>", "profiles to judge by instead of those that apply", list)
    .addOption(new Option("--format <format>", FORMATS_HELP).argParser(collect))
    .addOption(new Option("--output <file>", "file for the format before it").argParser(collect))
    .addOption(
      new Option("--fail-on <level>", "what makes the exit code 1")
        .choices(["must", "should", "never"])
        .default("must"),
    )
    .addOption(new Option("--era <era>", "protocol era").choices([...ERAS, "both"]).default("auto"))
    .option("--no-probes", "leave out the deliberate odd requests")
    .addOption(timeout())
    .option("--budget <ms>", "limit for the whole run, in milliseconds", milliseconds)
    .option("--max-skills <n>", "read only the first n skills", positive)
    .option("--save-evidence <file>", "keep everything seen, to be checked again without the server")
    .option("--baseline <file>", "an earlier JSON report or fingerprints: only what is new counts")
    .addOption(new Option("--shard <i/n>", "look only at part i of n of the skills").argParser(shard))
    .addOption(
      new Option(
        "--allow-origin <origin>",
        "another origin that the files of a well-known site may come from, repeatable",
      ).argParser(collect),
    )
    .option("--watch", "check again whenever the target changes")
    .action(async (positional, options, self: Command) => {
      const { check } = await import("./commands/check");
      exit(
        await check(await target(positional, options, "samples"), {
          profile: options.profile,
          outputs: outputs(self, options),
          failOn: options.failOn,
          era: options.era,
          probes: options.probes,
          timeoutMs: options.timeout,
          budgetMs: options.budget,
          maxSkills: options.maxSkills,
          saveEvidence: options.saveEvidence,
          baseline: options.baseline,
          shard: options.shard,
          allowOrigins: options.allowOrigin,
          watch: options.watch === true,
        }),
      );
    });

  program
    .command("merge")
    .argument("<reports...>", "JSON reports of all shards of one check")
    .description("make one report of the shards of a check")
    .addOption(new Option("--format <format>", FORMATS_HELP).argParser(collect))
    .addOption(new Option("--output <file>", "file for the format before it").argParser(collect))
    .addOption(
      new Option("--fail-on <level>", "what makes the exit code 1")
        .choices(["must", "should", "never"])
        .default("must"),
    )
    .action(async (files: string[], options, self: Command) => {
      const { merge } = await import("./commands/merge");
      exit(await merge(files, { outputs: outputs(self, options, "json"), failOn: options.failOn }));
    });

  limited(program.command("list"))
    .argument("[target]")
    .description("list skills, templates and resources")
    .addOption(format(["text", "json"]))
    .addOption(timeout())
    .action(async (positional, options) => {
      const { list: run } = await import("./commands/list");
      exit(await run(await target(positional, options, "samples"), options.format, options.timeout));
    });

  limited(program.command("read"))
    .argument("[target]", "left out when a command follows --")
    .argument("[uri]")
    .description("print one file, after comparing it with its entry")
    .addOption(timeout())
    .action(async (first, second, options) => {
      const { read } = await import("./commands/read");
      const [positional, uri] = shift(command, [first, second], "read <target> <uri>");
      exit(await read(await target(positional, options), uri!, options.timeout));
    });

  limited(program.command("complete"))
    .argument(
      "[words...]",
      "<target> <template> <variable> [value]; the target is left out when a command follows --",
    )
    .description("print the values a server offers for a template variable")
    .addOption(new Option("--with <name=value>", "value of another variable, repeatable").argParser(collect))
    .addOption(timeout())
    .action(async (words: string[], options) => {
      const { complete, pairs } = await import("./commands/complete");
      const [positional, template, variable, value] = shift(
        command,
        words,
        "complete <target> <template> <variable> [value]",
        2,
      );
      exit(
        await complete(
          await target(positional, options),
          template!,
          variable!,
          value ?? "",
          pairs(options.with ?? []),
          options.timeout,
        ),
      );
    });

  program
    .command("expand")
    .argument("<template>")
    .argument("[values...]", "name=value; a repeated name makes a list, name.key=value a map")
    .description("expand a URI template (RFC 6570)")
    .action(async (template, words) => {
      const { expand } = await import("./commands/expand");
      exit(await expand(template, words));
    });

  program
    .command("uri")
    .argument("<uri-or-template>")
    .description("take a URI or template apart and judge it by every convention")
    .option("--profile <id,...>", "profiles to judge by", list)
    .addOption(format(["text", "json"]))
    .action(async (text, options) => {
      const { uri } = await import("./commands/uri");
      exit(await uri(text, options.profile, options.format));
    });

  program
    .command("rules")
    .description("list every rule, and every exclusion with its reason")
    .addOption(format(["text", "json"]))
    .action(async (options) => {
      const { rules } = await import("./commands/rules");
      exit(await rules(options.format));
    });

  program
    .command("serve")
    .argument("[folders...]", "folders of skills; the samples when none is given")
    .description("serve skills over stdio, or over HTTP on this machine")
    .option("--http <port>", "serve over HTTP; 0 takes any free port", port)
    .option("--as <convention>", "how the skills are shown", "sep-2640")
    .addOption(new Option("--fault <id>", "a fault to commit on purpose, repeatable").argParser(collect))
    .option("--list-faults", "print every fault and what a correct client does about it")
    .action(async (folders: string[], options) => {
      const { printFaults, serve } = await import("./commands/serve");
      const named = folders.length === 1 && folders[0] === "samples" ? [] : folders;
      exit(
        options.listFaults
          ? await printFaults()
          : await serve(named, { convention: options.as, faults: options.fault ?? [], http: options.http }),
      );
    });

  targeted(program.command("mcp"))
    .argument("[targets...]", "only these; without any, the servers configured in the app")
    .description("be an MCP server on stdio: the same abilities as tools for a coding assistant")
    .action(async (words: string[], options) => {
      const { mcp } = await import("./commands/mcp");
      const named = words.map((word) =>
        parseTarget({ positional: word, command: [], headers: options.header ?? [] }),
      );
      const more = command.length > 0 || options.config !== undefined ? [target(undefined, options)] : [];
      exit(await mcp(await Promise.all([...named, ...more])));
    });

  targeted(program.command("open", { isDefault: true }))
    .argument("[target]")
    .description("the desktop app; the browser UI where there is no display or no Electron")
    .option("--no-open", "do not open a browser where the browser UI stands in")
    .action(async (positional, options, self: Command) => {
      refuseUnknown(program, self, positional);
      const { open } = await import("./commands/web");
      exit(await open(await target(positional, options, "samples"), { openBrowser: options.open }));
    });

  targeted(program.command("web"))
    .argument("[target]")
    .description("the app in a browser, on this machine only")
    .option("--port <n>", "port to listen on", port)
    .option("--no-open", "do not open a browser")
    .action(async (positional, options) => {
      const { web } = await import("./commands/web");
      exit(
        await web(await target(positional, options, "samples"), {
          port: options.port,
          openBrowser: options.open,
        }),
      );
    });

  for (const one of program.commands) one.addHelpText("after", examplesOf(one.name()));
  return program;
}

/**
 * The command may be left out, so that a misspelt one is taken for a target.
 * @throws UsageError for a first word that is neither a command nor anything that a target could be
 */
function refuseUnknown(program: Command, self: Command, word: string | undefined): void {
  const { rawArgs } = program as Command & { rawArgs: string[] };
  if (word === undefined || rawArgs.includes(self.name()) || !/^[a-z][a-z-]*$/i.test(word)) return;
  if (word === "samples" || existsSync(word)) return;
  const names = program.commands.map((command) => command.name());
  throw new UsageError(`"${word}" is neither a command nor a folder.`, `Commands: ${names.join(", ")}.`);
}
