import type { Convention } from "../../../shared/model/skill";

/** How each convention is called in the app; the released extension goes without saying. */
export const CONVENTIONS: Record<Convention, string | undefined> = {
  "sep-2640": undefined,
  "sep-2640-v1-draft": "July 2026 draft",
  "sep-2640-index": "index draft",
  "skill-uri-proposal": "skill:// proposal",
  nimblebrain: "NimbleBrain",
  skilljack: "skilljack",
  "skills-over-mcp": "skills-over-mcp",
  "fastmcp-3": "FastMCP 3",
  "sep-2076": "SEP-2076",
  "resource-catalog": "resource:// catalog",
  "well-known": "well-known index",
  resources: "listed as a resource",
  folder: "folder",
};
