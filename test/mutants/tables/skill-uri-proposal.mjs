/** skill-uri-proposal: `[rule, what is broken, patch, options]`, written from the requirement's text. */
import * as p from "../dialect-patch.mjs";

const MAIN = "skill://code-review/SKILL.md";
const ANY_MAIN = /\/SKILL\.md$/;
const skill = (name, more = {}) =>
  p.skillMd({ name, description: "Pays bills. Use when a bill arrives.", ...more });
const names = (name) => p.served({ "pay/SKILL.md": skill(name) });
/** Lists this URI and serves a skill there. */
const also = (uri, more = {}) =>
  p.both(
    p.listed({ uri, name: "extra", mimeType: "text/markdown", ...more }),
    p.text(uri, skill("extra"), { mimeType: "text/markdown" }),
  );
const template = (uriTemplate) => p.templates((all) => [...all, { name: "extra", uriTemplate }]);

export const skillUriProposal = {
  profile: "skill-uri-proposal",
  dialects: ["skill-uri-proposal"],
  eras: ["legacy"],
  mutants: [
    ["prop-scheme", "one SKILL.md under another scheme", also("docs://extra/SKILL.md")],
    ["prop-scheme", "the whole catalogue under another scheme", p.rename("skill://", "skills://")],
    ["prop-structure", "a resource of one segment", also("skill://extra")],
    ["prop-structure", "SKILL.md with no skill path", also("skill://SKILL.md")],
    ["prop-skillmd-explicit", "the content stands at skill://name", also("skill://extra")],
    [
      "prop-skillmd-explicit",
      "the directory's URI gives SKILL.md too",
      p.answer("resources/read", ({ jsonrpc, id, error }, { uri }, ask) =>
        error && !uri.endsWith("/SKILL.md")
          ? ask("resources/read", { uri: `${uri}/SKILL.md` }).then(({ result, error: inner }) =>
              result ? { jsonrpc, id, result } : { jsonrpc, id, error: inner },
            )
          : undefined,
      ),
    ],
    ["prop-double-slash", "three slashes", also("skill:///extra/SKILL.md")],
    ["prop-no-nesting", "a SKILL.md below another", also("skill://code-review/inner/SKILL.md")],
    ["prop-no-nesting", "a SKILL.md above others", also("skill://acme/SKILL.md")],
    ["prop-segments", "a bar in a segment", also("skill://team/ex|tra/SKILL.md")],
    ["prop-segments", "a space in a segment", also("skill://team/ex tra/SKILL.md")],
    ["prop-name", "a capital letter", names("Pay")],
    ["prop-name", "a hyphen last", names("pay-")],
    ["prop-name", "two hyphens", names("pay--bills")],
    ["prop-name", "65 characters", names("a".repeat(65))],
    ["prop-name", "an underscore", names("pay_bills")],
    [
      "prop-name-decoupled",
      "the last segment is not the name",
      p.served({ "bills/SKILL.md": skill("pay") }),
      { note: true },
    ],
    [
      "prop-sub-resources",
      "a supporting file outside every skill path",
      p.both(
        p.listed({ uri: "skill://shared/notes.md", name: "notes" }),
        p.text("skill://shared/notes.md", "# Notes\n"),
      ),
    ],
    [
      "prop-templates",
      "an expanded template cannot be read",
      p.unread(ANY_MAIN, -32002, "Resource not found"),
    ],
    [
      "prop-templates",
      "a completed value leads nowhere",
      p.result("completion/complete", (r, { argument }) => {
        if (argument.name === "skill_path") r.completion.values = ["no/such/skill"];
      }),
    ],
    ["prop-generic-template", "the proposal's own example", template("skill://{skill_path}/{+file}")],
    ["prop-mimetype", "listed as text/plain", p.row(MAIN, p.set({ mimeType: "text/plain" }))],
    ["prop-mimetype", "read as text/plain", p.content(MAIN, p.set({ mimeType: "text/plain" }))],
    [
      "prop-meta",
      "_meta with provenance",
      p.row(MAIN, p.set({ _meta: { "org.example/origin": "https://example.org" } })),
      { note: true },
    ],
    ["prop-rfc3986", "a space in a listed URI", also("skill://ex tra/SKILL.md")],
    ["prop-rfc3986", "a bad percent-encoding", also("skill://ex%zz/SKILL.md")],
    ["prop-no-version", "a segment v2", also("skill://v2/extra/SKILL.md"), { note: true }],
    [
      "prop-no-version",
      "a query with a version",
      also("skill://code-review/SKILL.md?version=2"),
      { note: true },
    ],
  ],
  unbreakable: {},
};
