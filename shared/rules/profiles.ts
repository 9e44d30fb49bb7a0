import { agentSkills } from "./agent-skills";
import type { ConventionProfile } from "./convention";
import type { Profile } from "./define-rule";
import { fastmcp3 } from "./fastmcp-3";
import { inspector } from "./inspector";
import { mcpBase } from "./mcp-base";
import { nimblebrain } from "./nimblebrain";
import { resourceCatalog } from "./resource-catalog";
import { rfc3986 } from "./rfc3986";
import { rfc6570 } from "./rfc6570";
import { sep2076 } from "./sep-2076";
import { sep2640IndexDraft } from "./sep-2640-index-draft";
import { sep2640V1Draft } from "./sep-2640-v1-draft";
import { skillUriProposal } from "./skill-uri-proposal";
import { skilljack } from "./skilljack";
import { skillsExtStable } from "./skills-ext-stable";
import { skillsOverMcp } from "./skills-over-mcp";
import { skillsRef } from "./skills-ref";
import { wellKnown } from "./well-known-agent-skills-0.2.0";

/** Every profile the product knows, in the order they are listed. */
export const profiles: readonly Profile[] = [
  skillsExtStable,
  mcpBase,
  agentSkills,
  rfc3986,
  rfc6570,
  inspector,
  skillsRef,
];

/** Earlier conventions, in the order in which they are tried. */
export const conventionProfiles: readonly ConventionProfile[] = [
  sep2076,
  sep2640V1Draft,
  sep2640IndexDraft,
  fastmcp3,
  skilljack,
  skillsOverMcp,
  resourceCatalog,
  nimblebrain,
  skillUriProposal,
  wellKnown,
];

/** Profiles that apply to every server; others join where their convention is recognised. */
export const serverProfiles: readonly Profile[] = [
  skillsExtStable,
  mcpBase,
  agentSkills,
  rfc3986,
  rfc6570,
  inspector,
];
/** Profiles that say something of a folder on disk. */
export const folderProfiles: readonly Profile[] = [skillsExtStable, mcpBase, agentSkills, inspector];

/** Every profile that can be asked for by name, those of conventions last. */
export const allProfiles: readonly Profile[] = [
  ...profiles,
  ...conventionProfiles.map(({ profile }) => profile),
];

const byId = new Map(allProfiles.map((profile) => [profile.id, profile]));

/** @throws Error that names the known profiles when there is none of this id */
export function profileById(id: string): Profile {
  const profile = byId.get(id);
  if (!profile) {
    throw new Error(
      `There is no profile "${id}". Known: ${allProfiles.map((known) => known.id).join(", ")}.`,
    );
  }
  return profile;
}
