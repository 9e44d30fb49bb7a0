import { join } from "node:path";
import { root } from "./fixtures";

/**
 * The folder of facts about the field that lies beside the repository where it is at hand; another place is named by
 * `SKILL_INSPECTOR_SHARED`. Tests that use it hold without it, to what the repository itself has.
 */
export const shared = process.env.SKILL_INSPECTOR_SHARED ?? join(root, "../shared");
