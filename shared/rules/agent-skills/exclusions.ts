import type { Exclusion } from "../define-rule";
import { PROFILE } from "./declare";

/** Rows of the catalogue that have no check of their own, each with the reason. */
export const exclusions: Exclusion[] = [
  {
    id: "as-dir-optional",
    profile: PROFILE,
    level: "MAY",
    reason:
      "Every file and directory beside SKILL.md is optional, so nothing that is there or missing can be wrong.",
  },
  {
    id: "as-compat-needed",
    profile: PROFILE,
    level: "SHOULD",
    reason: "Whether an environment need is real cannot be told from the files.",
  },
  {
    id: "as-body-free",
    profile: PROFILE,
    level: "STATEMENT",
    reason: "The body has no format limits, so no body can break one.",
  },
  {
    id: "as-client-lenient",
    profile: PROFILE,
    level: "SHOULD",
    reason:
      "It binds clients. Our own findings say what lenient clients do with a skill; test/rules/agent-skills/lenient.test.ts keeps that.",
  },
  {
    id: "as-scripts",
    profile: PROFILE,
    level: "SHOULD",
    reason: "Whether a script documents its needs and explains its errors cannot be told without running it.",
  },
];
