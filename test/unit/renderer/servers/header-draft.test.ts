import { describe, expect, it } from "vitest";
import { headerDrafts, newHeader, readHeaders } from "../../../../renderer/servers/header-draft";

const kept = () => headerDrafts([{ name: "X-Api-Key", secret: true }]);

describe("headers in the form", () => {
  it("keeps a stored secret without ever holding its value", () => {
    expect(kept()[0]).toMatchObject({ value: "", stored: "X-Api-Key" });
    expect(readHeaders(kept(), "", false)).toEqual({ headers: [{ name: "X-Api-Key", secret: true }] });
  });

  it("sends a new value in the place of a stored one", () => {
    const drafts = kept().map((header) => ({ ...header, value: "new" }));
    expect(readHeaders(drafts, "", false)).toEqual({
      headers: [{ name: "X-Api-Key", value: "new", secret: true }],
    });
  });

  it("wants a stored secret again where keeping it would lose it: another address, another name", () => {
    expect(readHeaders(kept(), "", true)).toEqual({
      fault: "The address has changed: type the value of X-Api-Key again.",
    });
    const renamed = kept().map((header) => ({ ...header, name: "X-Key" }));
    expect(readHeaders(renamed, "", false)).toHaveProperty("fault");
  });

  it("makes a secret of what its name tells to be one", () => {
    expect(readHeaders([newHeader({ name: "Cookie", value: "a=1" })], "", false)).toEqual({
      headers: [{ name: "Cookie", value: "a=1", secret: true }],
    });
  });

  it("puts the bearer token in the place of the Authorization header, with or without its word", () => {
    const drafts = [
      newHeader({ name: "authorization", value: "old" }),
      newHeader({ name: "X-A", value: "1" }),
    ];
    for (const token of ["t0ken", " Bearer t0ken "])
      expect(readHeaders(drafts, token, false)).toEqual({
        headers: [
          { name: "X-A", value: "1" },
          { name: "Authorization", value: "Bearer t0ken", secret: true },
        ],
      });
  });

  it.each([
    ["a name with a space", "X A", "1", /no name of a header/],
    ["no name", "", "1", /no name/],
    ["a line break in the value", "X-A", "1\r\nX-B: 2", /line break/],
  ])("refuses %s", (_, name, value, fault) => {
    const read = readHeaders([newHeader({ name, value })], "", false);
    expect(read).toHaveProperty("fault", expect.stringMatching(fault));
  });

  it("refuses one name twice, whatever its letters, and leaves empty rows out", () => {
    const twice = [newHeader({ name: "X-A", value: "1" }), newHeader({ name: "x-a", value: "2" })];
    expect(readHeaders(twice, "", false)).toEqual({ fault: "x-a is there twice." });
    expect(readHeaders([newHeader()], "", false)).toEqual({ headers: [] });
  });
});
