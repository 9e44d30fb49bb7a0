import { describe } from "vitest";
import { testCases } from "../cases";
import { capabilityCases } from "./capability-cases";

describe("a server that", () => testCases(capabilityCases));
