import { splitCommand } from "./command-words";
import type { FoundServers } from "./mcp-json";
import { readMcpJson } from "./mcp-json";

/**
 * Makes servers of whatever a person pasted: a URL, a command line, or a configuration.
 * @throws Error that says what is wrong with it
 */
export function readPasted(pasted: string): FoundServers {
  const text = pasted.trim();
  if (text === "") throw new Error("There is nothing in it.");
  if (/^https?:\/\/\S+$/i.test(text)) {
    const url = new URL(text);
    return {
      servers: [{ name: url.host, transport: { kind: "http", url: text, headers: [] }, notes: [] }],
      problems: [],
    };
  }
  if (/^\s*(?:[{[]|\/\/|\/\*)/.test(text)) return readMcpJson(text);
  const line = claudeCodeCommand(text) ?? text;
  const result = splitCommand(line);
  if (!result.ok) throw new Error(result.message);
  const { env, command, args } = result.words;
  return {
    servers: [{ name: nameOf(command, args), transport: { kind: "stdio", command, args, env }, notes: [] }],
    problems: [],
  };
}

/** The server's own command in `claude mcp add name -- command …`, as READMEs print it. */
function claudeCodeCommand(text: string): string | undefined {
  const match = /^\$?\s*claude\s+mcp\s+add\s.*?\s--\s+(.+)$/s.exec(text);
  return match?.[1];
}

/** A label for a command: the package or script it runs rather than its launcher. */
function nameOf(command: string, args: string[]): string {
  const launcher = /(?:^|[\\/])(?:npx|npm|node|bunx?|deno|uvx?|python3?|docker|pnpm|yarn)(?:\.\w+)?$/i.test(
    command,
  );
  const main = launcher
    ? args.find((arg) => !arg.startsWith("-") && !/^(?:run|exec|dlx|x)$/.test(arg))
    : undefined;
  const text = main ?? command;
  return (
    text
      .replace(/[\\/]+$/, "")
      .split(/[\\/]/)
      .at(-1)!
      .replace(/@[\d.]+$|\.[cm]?[jt]s$/g, "")
      .slice(0, 80) || command
  );
}
