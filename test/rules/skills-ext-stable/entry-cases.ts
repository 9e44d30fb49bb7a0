import type { Case } from "../cases";
import { PNG } from "../fake-server";

export const entryCases: Case[] = [
  // Resource metadata.
  {
    title: "gives SKILL.md another media type",
    spoil: (fake) => {
      fake.files.get(fake.skill("triage").uri)!.mimeType = "text/plain";
    },
    failed: ["warning ext-res-mimetype"],
    says: [["ext-res-mimetype", "resources/read", "text/plain"]],
  },
  {
    title: "gives SKILL.md no media type at all",
    spoil: (fake) => {
      const { uri } = fake.skill("triage");
      fake.wrap("resources/read", (answer, params) => {
        if (params.uri === uri) delete answer.result.contents[0].mimeType;
        return answer;
      });
      delete fake.resources.find((resource) => resource.uri === uri).mimeType;
    },
    failed: ["warning ext-res-mimetype"],
  },
  {
    title: "gives media types with parameters, which is fine",
    spoil: (fake) => {
      fake.files.get(fake.skill("triage").uri)!.mimeType = "Text/Markdown; charset=utf-8";
    },
    failed: [],
  },
  {
    title: "names and describes the SKILL.md resource otherwise",
    spoil: (fake) => {
      const resource = fake.resources.find(({ uri }) => uri === fake.skill("triage").uri);
      resource.name = "SKILL.md";
      resource.description = "A skill.";
    },
    failed: ["warning ext-res-description", "warning ext-res-name"],
  },
  {
    title: "does not list its SKILL.md as a resource",
    spoil: (fake) => {
      fake.resources = fake.resources.filter(({ uri }) => uri !== fake.skill("triage").uri);
    },
    failed: [],
    untestable: ["ext-res-name", "ext-res-description"],
  },
  {
    title: "puts bare keys into _meta",
    spoil: (fake) => {
      fake.resources[0]._meta = { fastmcp: { tags: [] } };
    },
    failed: ["warning ext-res-meta-prefix"],
    says: [["ext-res-meta-prefix", "io.modelcontextprotocol.skills/fastmcp"]],
  },
  {
    title: "puts keys with prefixes into _meta",
    spoil: (fake) => {
      fake.resources[0]._meta = { "io.modelcontextprotocol.skills/license": "MIT", "com.example/tags": [] };
    },
    failed: [],
    noted: ["ext-rsv-meta-prefix"],
  },
  {
    title: "sends a picture as text",
    spoil: (fake) => {
      const file = fake.files.get("skill://acme/billing/invoices/assets/stamp.png")!;
      file.text = PNG.toString("utf8");
    },
    failed: [
      "error ext-entry-digest-value",
      "error ext-entry-size",
      "error mcp-binary",
      "warning ext-res-other-mimetype",
      "warning insp-views-agree",
    ],
    says: [["ext-res-other-mimetype", "blob"]],
  },
  {
    title: "gives a picture the type of a text",
    spoil: (fake) => {
      fake.files.get("skill://acme/billing/invoices/assets/stamp.png")!.mimeType = "text/plain";
    },
    failed: ["warning ext-res-other-mimetype", "warning insp-mime-content"],
    says: [["ext-res-other-mimetype", "image/png"]],
  },
  // Fields of the entry.
  {
    title: "lists an entry without uri",
    spoil: (fake) => {
      const { entry } = fake.skill("triage");
      entry.url = entry.uri;
      delete entry.uri;
    },
    failed: ["error ext-entry-uri"],
    says: [["ext-entry-uri", "url", "uri"]],
  },
  {
    title: "lists an entry that is no object",
    spoil: (fake) => {
      fake.skill("triage").entry = "skill://acme/support/triage/SKILL.md";
    },
    failed: ["error ext-entry-uri", "error ext-get-unlisted"],
  },
  {
    title: "lists name and description at the top level",
    spoil: (fake) => {
      const { entry } = fake.skill("triage");
      Object.assign(entry, entry.frontmatter);
      delete entry.frontmatter;
    },
    failed: ["error ext-entry-frontmatter-object"],
    says: [["ext-entry-frontmatter-object", "top level", "under frontmatter"]],
  },
  {
    title: "changes the frontmatter on its way into the entry",
    spoil: (fake) => {
      fake.addSkill("typed", {
        "SKILL.md":
          '---\nname: typed\ndescription: Tries types. Use when typing.\nmetadata:\n  rev: "1.10"\nlicense: MIT\n---\n',
      });
      const { frontmatter } = fake.skill("typed").entry;
      frontmatter.metadata = { rev: 1.1 };
      delete frontmatter.license;
      frontmatter.extra = true;
    },
    failed: ["error ext-entry-frontmatter-identical"],
    says: [["ext-entry-frontmatter-identical", "metadata", /license|extra|1\.1/]],
  },
  {
    title: "uses a reserved metadata key",
    spoil: (fake) => {
      fake.addSkill("reserved", {
        "SKILL.md":
          '---\nname: reserved\ndescription: Reserves. Use when reserving.\nmetadata:\n  io.modelcontextprotocol/x: "1"\n---\n',
      });
    },
    failed: ["warning ext-entry-metadata-reserved"],
  },
  {
    title: "uses metadata keys of its own",
    spoil: (fake) => {
      fake.addSkill("own", {
        "SKILL.md":
          '---\nname: own\ndescription: Owns. Use when owning.\nmetadata:\n  com.example/x: "1"\n---\n',
      });
    },
    failed: [],
  },
  {
    title: "leaves resources out",
    spoil: (fake) => {
      delete fake.skill("triage").entry.resources;
    },
    failed: ["error ext-entry-resources-present"],
  },
  {
    title: "writes Dynamic with a capital",
    spoil: (fake) => {
      fake.skill("triage").entry.resources = "Dynamic";
    },
    failed: ["error ext-entry-resources-present"],
    says: [["ext-entry-resources-present", "lower case"]],
  },
  {
    title: "publishes a dynamic skill",
    spoil: (fake) => {
      fake.skill("triage").entry.resources = "dynamic";
    },
    failed: [],
  },
];
