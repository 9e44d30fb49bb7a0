import type { Profile } from "../../shared/rules/define-rule";
import { allProfiles } from "../../shared/rules/profiles";
import { UsageError } from "./exit";

/** The profiles with these ids. @throws UsageError that names the known ones */
export function chosenProfiles(ids: readonly string[]): Profile[] {
  return ids.map((id) => {
    const profile = allProfiles.find((one) => one.id === id);
    if (!profile)
      throw new UsageError(
        `There is no profile "${id}".`,
        `Known: ${allProfiles.map((one) => one.id).join(", ")}.`,
      );
    return profile;
  });
}
