import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { openedWith } from "../../../electron/desktop/opened-with";

const file = "/a b/é.evidence.ndjson";

it.each([
  ["a path", file],
  ["the URL that a Linux desktop gives", pathToFileURL(file).href],
])("an evidence file is opened by %s", (_, arg) => {
  expect(openedWith(["electron", "--no-sandbox", arg])).toEqual([
    { event: "dropped", data: { paths: [file] } },
  ]);
});

it("files of other machines, other files and switches open nothing", () => {
  const others = ["file://host.example/a.evidence.ndjson", "/a/notes.txt", "-x.evidence.ndjson", "file:%"];
  expect(openedWith(["electron", ...others])).toEqual([]);
});
