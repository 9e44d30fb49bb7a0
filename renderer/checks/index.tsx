export { ChecksPage } from "./ChecksPage";
export { SkillChecks } from "./SkillChecks";
