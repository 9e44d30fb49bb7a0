import { describe } from "vitest";
import { testCases } from "../cases";
import { entryCases } from "./entry-cases";

describe("a server that", () => testCases(entryCases));
