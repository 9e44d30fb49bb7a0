import type { SkillDetail } from "../../../../shared/model/skill";
import { earlierSkill } from "../earlier-skill";
import type { DiscoveryConvention, Listed } from "./convention";

const USAGE = /^skill:\/\/([a-z0-9]+(?:-[a-z0-9]+)*)\/usage$/;

/** NimbleBrain's servers: one document on how to use the server, which the instructions say to read first. */
export const nimblebrain: DiscoveryConvention = {
  id: "nimblebrain",
  recognise: (listed) => documents(listed).length > 0,
  find: (listed) => ({ skills: documents(listed) }),
  frontmatter: false,
};

function documents({ resources, named }: Listed): SkillDetail[] {
  const listed = resources
    .filter(({ uri }) => USAGE.test(uri))
    .map((resource) =>
      earlierSkill("nimblebrain", {
        uri: resource.uri,
        name: USAGE.exec(resource.uri)![1]!,
        description: resource.description ?? "",
        provenance: "resources/list",
        rawEntry: resource,
      }),
    );
  const known = new Set(listed.map(({ uri }) => uri));
  const told = named
    .filter((uri) => USAGE.test(uri) && !known.has(uri))
    .map((uri) =>
      earlierSkill("nimblebrain", { uri, name: USAGE.exec(uri)![1]!, provenance: "instructions" }),
    );
  return [...listed, ...told];
}
