import type { ServerInput } from "../shared/contract";
import { startDesktop } from "./desktop/app";
import { createEngine } from "./engine/engine";

/** What the launcher of the command line asks for; the environment, unlike arguments, is not for every user to see. */
const { SKILL_INSPECTOR_TARGET: target } = process.env;
delete process.env.SKILL_INSPECTOR_TARGET;

startDesktop(createEngine, target ? (JSON.parse(target) as ServerInput) : undefined);
