import { startDesktop } from "../../support/desktop";
import { describeHostile } from "../hostile";

describeHostile(
  "a skill of a hostile server (ext-sec-untrusted, ext-sec-no-exec; field report g02, g05, g06)",
  async (home) => {
    const { page, log, quit } = await startDesktop(home);
    return { page, log, close: quit };
  },
);
