export { ChecksPage } from "./ChecksPage";
export { SkillChecks, type SkillChecksProps } from "./SkillChecks";
