import { startDesktop } from "../../support/desktop";
import { describeJourney } from "../journey";

describeJourney(async (home) => {
  const { page, log, quit } = await startDesktop(home);
  return { page, log, close: quit };
});
