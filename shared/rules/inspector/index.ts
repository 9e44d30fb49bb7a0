import type { Profile } from "../define-rule";
import { PAGES, PROFILE } from "./declare";
import { descriptionRules } from "./descriptions";
import { fileRules } from "./files";
import { runRules } from "./run";
import { viewRules } from "./views";
import { wireRules } from "./wire";

/** What no specification asks row by row, and a person who serves or uses skills still wants to know. */
export const inspector: Profile = {
  id: PROFILE,
  title: "Inspector",
  specUrl: PAGES.skills,
  rules: [...wireRules, ...fileRules, ...viewRules, ...descriptionRules, ...runRules],
  exclusions: [],
};
