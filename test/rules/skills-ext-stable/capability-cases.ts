import type { Exchange } from "../../../shared/model/evidence";
import type { Case } from "../cases";
import { error, SKILL_MD } from "../fake-server";

const ID = "io.modelcontextprotocol/skills";

/** An exchange that a person forced although nothing was declared. */
const forced = (method: string, outcome: Exchange["outcome"]): Exchange => ({
  id: "x9000",
  method,
  params: {},
  purpose: "user",
  outcome,
  startedAt: 0,
  durationMs: 1,
});

export const capabilityCases: Case[] = [
  {
    title: "declares the extension with true",
    spoil: (fake) => {
      fake.capabilities.extensions[ID] = true;
    },
    failed: ["error ext-cap-object"],
    untestable: ["ext-list-implemented"],
    says: [["ext-cap-object", "a boolean (true)", "{}"]],
  },
  {
    title: "declares the extension with null",
    spoil: (fake) => {
      fake.capabilities.extensions[ID] = null;
    },
    failed: ["error ext-cap-object"],
  },
  {
    title: "declares the extension with an array",
    spoil: (fake) => {
      fake.capabilities.extensions[ID] = [];
    },
    failed: ["error ext-cap-object"],
  },
  {
    title: "declares nothing and shows skills",
    spoil: (fake) => {
      delete fake.capabilities.extensions;
    },
    failed: ["warning ext-cap-object"],
    notApplicable: ["ext-list-implemented", "ext-fmt-skillmd-present", "ext-get-unknown"],
  },
  {
    title: "declares nothing and shows no skills",
    spoil: (fake) => {
      delete fake.capabilities.extensions;
      fake.resources = [{ uri: "note://hello/world", name: "hello" }];
      fake.files.clear();
      fake.files.set("note://hello/world", {
        uri: "note://hello/world",
        mimeType: "text/plain",
        bytes: new Uint8Array(),
        text: "hi",
      });
      fake.templates = [];
      fake.skills = [];
    },
    failed: [],
    noted: ["ext-cap-object"],
  },
  {
    title: "puts settings into an envelope",
    spoil: (fake) => {
      fake.capabilities.extensions[ID] = { config: { directoryRead: true } };
    },
    failed: ["error ext-cap-inline"],
    says: [["ext-cap-inline", 'inside "config"', '{ "directoryRead": true }']],
  },
  {
    title: "declares the extension under experimental only",
    spoil: (fake) => {
      delete fake.capabilities.extensions;
      fake.capabilities.experimental = { [ID]: {} };
    },
    failed: ["warning ext-cap-not-experimental", "warning ext-cap-object"],
  },
  {
    title: "declares the extension under experimental too",
    spoil: (fake) => {
      fake.capabilities.experimental = { [ID]: {} };
    },
    failed: [],
  },
  {
    title: "declares directoryRead as a text",
    spoil: (fake) => {
      fake.capabilities.extensions[ID] = { directoryRead: "true" };
    },
    failed: ["error ext-cap-directoryread-type"],
  },
  {
    title: "declares no optional feature",
    spoil: (fake) => {
      fake.capabilities.extensions[ID] = {};
    },
    failed: [],
    notApplicable: ["ext-dir-every-level", "ext-dir-not-directory", "ext-dir-undeclared"],
  },
  {
    title: "has no skills/get",
    spoil: (fake) => {
      delete fake.methods["skills/get"];
    },
    failed: ["error ext-cap-methods", "error ext-get-implemented"],
  },
  {
    title: "has no skills/list",
    spoil: (fake) => {
      delete fake.methods["skills/list"];
    },
    failed: ["error ext-cap-methods", "error ext-list-implemented"],
  },
  {
    title: "lists nothing and is not probed, so skills/get stays untried",
    spoil: (fake) => {
      fake.skills = [];
    },
    options: { probes: false },
    failed: [],
    noted: ["ext-list-partial"],
    untestable: ["ext-cap-methods", "ext-get-unknown", "mcp-not-found", "mcp-validate-uri"],
  },
  {
    title: "has no directory reads although it declares them",
    spoil: (fake) => {
      delete fake.methods["resources/directory/read"];
    },
    failed: ["error ext-cap-directory-method"],
  },
  {
    title: "does not declare resources",
    spoil: (fake) => {
      delete fake.capabilities.resources;
    },
    failed: ["error ext-cap-resources", "error mcp-resources-cap"],
  },
  { title: "speaks 2025-11-25", modern: false, failed: [], noted: ["ext-cap-revision", "ext-read-unknown"] },
  {
    title: "answers skills/list without declaring the extension",
    spoil: (fake) => {
      delete fake.capabilities.extensions;
    },
    after: ({ server }) => {
      server.exchanges.push(
        forced("skills/list", {
          kind: "result",
          result: { skills: [], resultType: "complete", ttlMs: 0, cacheScope: "private" },
        }),
      );
    },
    failed: ["warning ext-cap-object"],
    noted: ["ext-rsv-method-prefix"],
  },
  {
    title: "answers a directory read without declaring it, when forced to",
    spoil: (fake) => {
      fake.capabilities.extensions[ID] = {};
    },
    options: { forced: true },
    failed: [],
    noted: ["ext-dir-undeclared"],
  },
  {
    title: "refuses an undeclared directory read as an unknown method",
    spoil: (fake) => {
      fake.capabilities.extensions[ID] = {};
      delete fake.methods["resources/directory/read"];
    },
    options: { forced: true },
    failed: [],
  },
  {
    title: "says that its list changed during the run",
    spoil: (fake) => {
      fake.skill("triage").entry.resources[0].digest = `sha256:${"0".repeat(64)}`;
    },
    after: ({ server }) => {
      server.changedDuringRun = true;
    },
    failed: [],
    untestable: ["ext-entry-digest-value"],
    noted: ["insp-changed-during-run"],
  },
  {
    title: "is a folder on disk, where no server rule applies",
    after: ({ server }) => {
      server.folder = true;
      delete server.capabilities;
    },
    failed: [],
    notApplicable: ["ext-cap-object", "ext-entry-size", "mcp-not-found", "insp-stdout-noise"],
  },
  {
    title: "uses a scheme of its own",
    spoil: (fake) => {
      fake.addSkill("owner/repo/audit", { "SKILL.md": SKILL_MD("audit") }, "github");
    },
    failed: ["warning ext-uri-scheme"],
    says: [["ext-uri-scheme", "github://"]],
  },
  {
    title: "answers an internal error with its code",
    spoil: (fake) => {
      const right = fake.methods["resources/read"]!;
      fake.methods["resources/read"] = (params, meta) =>
        String(params.uri).endsWith("stamp.png")
          ? error(-32603, `Cannot read ${params.uri}`)
          : right(params, meta);
    },
    failed: ["error ext-read-standard"],
    untestable: ["ext-entry-digest-value"],
  },
];
