import type { ListedResource } from "../../../../shared/model/skill";
import { splitSkillUri } from "../../../../shared/uri/skill-uri";
import { earlierSkill } from "../earlier-skill";
import { filesByRoot, listedFiles } from "../listed-files";
import type { DiscoveryConvention } from "./convention";

/** A name by the Agent Skills format. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The proposal of April 2026: plain resources `skill://<skill-path>/SKILL.md`, whose path need not end in the name. */
export const skillUriProposal: DiscoveryConvention = {
  id: "skill-uri-proposal",
  recognise: ({ resources }) => resources.some(isSkill),
  find: ({ resources }) => {
    const skills = resources.filter(isSkill);
    const below = filesByRoot(
      skills.map(({ uri }) => uri),
      resources,
    );
    return {
      skills: skills.map((resource) => {
        // The list gives the frontmatter's name, where it gives a name at all and not the file's.
        const stated = NAME.test(resource.name) ? resource.name : undefined;
        return earlierSkill("skill-uri-proposal", {
          uri: resource.uri,
          name: stated ?? splitSkillUri(resource.uri)!.name,
          ...(stated === undefined ? {} : { frontmatterName: stated }),
          description: resource.description ?? "",
          provenance: "resources/list",
          manifest: listedFiles(resource, below),
          rawEntry: resource,
        });
      }),
    };
  },
};

const isSkill = ({ uri }: ListedResource) => splitSkillUri(uri)?.scheme.toLowerCase() === "skill";
