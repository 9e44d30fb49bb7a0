import { describe } from "vitest";
import { testCases } from "../cases";
import { directoryCases } from "./directory-cases";
import { getCases } from "./get-cases";
import { listCases } from "./list-cases";

describe("a server that", () => {
  testCases(listCases);
  testCases(getCases);
  testCases(directoryCases);
});
