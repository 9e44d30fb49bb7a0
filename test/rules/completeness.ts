import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Profile } from "../../shared/rules/define-rule";

/** One row of the catalogue of requirements. */
export interface CatalogueRow {
  id: string;
  profile: string;
  level: string;
  section: string;
  how_to_check: string;
  subject: string;
  official_check?: string;
}

const file = fileURLToPath(new URL("../../../shared/requirements.json", import.meta.url));

/** The catalogue lies beside the repository where the product is developed, and nowhere else. */
export const catalogue: CatalogueRow[] | undefined = existsSync(file)
  ? JSON.parse(readFileSync(file, "utf8"))
  : undefined;

/** What a profile's rules and exclusions say of themselves, in the shape of the catalogue, sorted by id. */
export function declaredRows(profile: Profile) {
  const rules = profile.rules.map(({ id, level, section, officialCheck }) => ({
    id,
    level,
    section,
    officialCheck,
  }));
  const exclusions = profile.exclusions.map(({ id, level }) => ({ id, level }));
  return { rules, exclusions };
}
