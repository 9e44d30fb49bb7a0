/** What the mutation run takes of the product; `scripts/mutants.mjs` bundles it. */
export { Connection } from "../../electron/engine/connections/connection";
export { MemoryTransport } from "../../electron/engine/connections/memory";
export { StdioTransport } from "../../electron/engine/connections/stdio";
export { Traffic } from "../../electron/engine/connections/tap";
export { ExchangeLog } from "../../electron/engine/inspection/exchange-log";
export { inspectServer } from "../../electron/engine/inspection/inspect";
export { inspectFolder } from "../../electron/engine/inspection/inspect-folder";
export { inspectWellKnown } from "../../electron/engine/inspection/inspect-well-known";
export { createSkillServer } from "../../electron/engine/skill-server";
export { allProfiles } from "../../shared/rules/profiles";

import { packTarGz } from "../../electron/engine/skill-server/conventions/pack";
import { packZip } from "../../electron/engine/skill-server/conventions/pack-zip";

/** Makes archives of `{path, bytes}`, by the ending of their names. */
export const packs = { ".tar.gz": packTarGz, ".zip": packZip };
