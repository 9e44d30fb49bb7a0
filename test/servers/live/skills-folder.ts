import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cliFile } from "../../support/cli";
import type { ServerCommand } from "../../support/fixtures";
import { tempFolder } from "../../support/temp";

export interface EditableSkills {
  folder: string;
  /** Writes a file below the folder. */
  put(path: string, text: string): void;
  /** Writes the SKILL.md of a skill in the folder of its name. */
  skill(name: string, body?: string): void;
  /** Our own server over it, on stdio. */
  server: ServerCommand;
}

/** A folder of skills that a test changes while something watches it: at first it holds the skill `first`. */
export function editableSkills(): EditableSkills {
  const folder = join(tempFolder(), "skills");
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const skill = (name: string, body = "Do it.") =>
    put(
      `${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: Does ${name}. Use when ${name} is due.\n---\n\n${body}\n`,
    );
  skill("first");
  return {
    folder,
    put,
    skill,
    server: { command: process.execPath, args: [cliFile, "serve", folder] },
  };
}
