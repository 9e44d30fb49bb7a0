import { describe, expect, it } from "vitest";
import { statusProblem } from "../../../electron/engine/connections/http-problems";

describe("a server that asks to slow down", () => {
  it.each([
    ["60", "The server asks to slow down (HTTP 429); wait 60 seconds, as it says by Retry-After."],
    [
      "Wed, 21 Oct 2026 07:28:00 GMT",
      "The server asks to slow down (HTTP 429); wait until 2026-10-21T07:28:00.000Z, as it says by Retry-After.",
    ],
    ["soon", 'The server asks to slow down (HTTP 429); its Retry-After "soon" says no time.'],
    ["", "The server asks to slow down (HTTP 429)."],
    [null, "The server asks to slow down (HTTP 429)."],
  ])("says for how long: %j", (retryAfter, message) => {
    expect(statusProblem(429, "", { retryAfter })).toMatchObject({ code: "http-429", message });
  });

  it("says so of a failure too", () => {
    expect(statusProblem(503, "", { retryAfter: "5" }).message).toBe(
      "The server failed (HTTP 503); wait 5 seconds, as it says by Retry-After.",
    );
  });
});
