import { expect } from "vitest";
import { startDesktop } from "../../support/desktop";
import { consent } from "../../support/sign-in";
import { describeSignIn } from "../sign-in-journey";

describeSignIn(
  async (home, env) => {
    const { page, log, quit } = await startDesktop(home, { env });
    return { page, log, close: quit };
  },
  async (address) => {
    const last = await consent(address);
    expect(await last.text()).toContain("The answer has reached MCP Skill Inspector.");
  },
);
