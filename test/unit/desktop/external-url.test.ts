import { describe, expect, it } from "vitest";
import { externalUrl, PlatformError } from "../../../electron/engine/platform";

describe("addresses that may be opened outside (field report g04)", () => {
  it.each([
    ["https://example.test/a?b=c#d", "https://example.test/a?b=c#d"],
    ["HTTP://EXAMPLE.test", "http://example.test/"],
    ["http://a.test/?x=$(calc)", "http://a.test/?x=$(calc)"],
    ['http://a.test/"&calc.exe&', "http://a.test/%22&calc.exe&"],
    ["http://[::1]:8080/", "http://[::1]:8080/"],
  ])("%s", (raw, opened) => expect(externalUrl(raw)).toBe(opened));

  it.each([
    "file:///etc/passwd",
    "javascript:alert(1)",
    "JaVaScript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "smb://h/x",
    "ms-settings:",
    "vscode://file/etc/passwd",
    "//evil.test",
    "evil.test",
    "",
    "http://",
    "http://user@evil.test/",
    "https://good.test:pass@evil.test/",
    "http://a.test/ b",
    "http://a.test/\nb",
    "java\nscript:alert(1)",
    "\u0000http://a.test/",
    "http:\\\\evil.test\\x",
    `http://a.test/${"x".repeat(100_000)}`,
  ])("not %j", (raw) => expect(() => externalUrl(raw)).toThrow(PlatformError));
});
