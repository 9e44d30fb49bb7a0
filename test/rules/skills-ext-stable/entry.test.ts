import { describe } from "vitest";
import { testCases } from "../cases";
import { entryCases } from "./entry-cases";
import { manifestCases } from "./manifest-cases";
import { skillMdCases } from "./skill-md-cases";

describe("a server that", () => {
  testCases(skillMdCases);
  testCases(entryCases);
  testCases(manifestCases);
});
