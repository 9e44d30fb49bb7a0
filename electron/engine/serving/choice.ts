import { stat } from "node:fs/promises";
import { ConnectionError } from "../connections/connection-error";
import { conventions, faults } from "../skill-server";

/** What is to be served, and how. */
export interface ServeChoice {
  folders: readonly string[];
  convention: string;
  faults: readonly string[];
}

/**
 * Holds a choice to what there is before anything is started.
 * @param over `stdio` cannot carry a convention that is a web site
 * @throws ConnectionError that names what is wrong and what is known
 */
export async function checkChoice(choice: ServeChoice, over: "stdio" | "http"): Promise<void> {
  const convention = conventions.find(({ id }) => id === choice.convention);
  if (!convention) {
    throw new ConnectionError({
      code: "unknown-convention",
      message: `There is no convention ${JSON.stringify(choice.convention)}.`,
      hint: `Known: ${conventions.map(({ id }) => id).join(", ")}.`,
    });
  }
  for (const id of choice.faults) {
    if (faults.some((fault) => fault.id === id)) continue;
    throw new ConnectionError({
      code: "unknown-fault",
      message: `There is no fault ${JSON.stringify(id)}.`,
      hint: `Known: ${faults.map((fault) => fault.id).join(", ")}.`,
    });
  }
  if (over === "stdio" && !convention.serve) {
    throw new ConnectionError({
      code: "needs-http",
      message: `${convention.id} is a web site and speaks no MCP, so it cannot be served over stdio.`,
      hint: "Serve it with --http PORT.",
    });
  }
  for (const folder of choice.folders) {
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory()) continue;
    throw new ConnectionError({
      code: "no-such-folder",
      message: `${folder} is ${found ? "a file" : "not there"}; a folder of skills is needed.`,
      hint: "A folder of skills holds a SKILL.md, or folders that do.",
    });
  }
}
