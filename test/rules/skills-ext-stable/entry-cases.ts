import type { Case } from "../cases";
import { digestOf, PNG, SKILL_MD } from "../fake-server";

const BIG = 16_777_216;

export const entryCases: Case[] = [
  // SKILL.md as read.
  {
    title: "cannot read a published SKILL.md",
    spoil: (fake) => {
      fake.files.delete(fake.skill("triage").uri);
    },
    failed: ["error ext-entry-uri", "error ext-fmt-agent-skills", "error ext-fmt-skillmd-present"],
    untestable: ["ext-fmt-frontmatter", "ext-uri-final-segment", "ext-entry-frontmatter-identical"],
    says: [["ext-fmt-skillmd-present", "cannot be read", "-32602"]],
  },
  {
    title: "gives a SKILL.md without content",
    spoil: (fake) => {
      fake.wrap("resources/read", (answer, { uri }) => {
        if (uri === fake.skill("triage").uri) answer.result.contents = [];
        return answer;
      });
    },
    failed: ["error ext-fmt-skillmd-present"],
  },
  {
    title: "gives SKILL.md under another URI",
    spoil: (fake) => {
      fake.wrap("resources/read", (answer, { uri }) => {
        if (uri === fake.skill("triage").uri) answer.result.contents[0].uri = "skill://elsewhere/SKILL.md";
        return answer;
      });
    },
    failed: ["error ext-fmt-skillmd-present"],
    noted: ["mcp-contents-uri"],
    says: [["ext-fmt-skillmd-present", "other URIs", "skill://acme/support/triage/SKILL.md"]],
  },
  {
    title: "gives SKILL.md as a blob of UTF-16",
    spoil: (fake) => {
      const bytes = Buffer.from(`\ufeff${SKILL_MD("triage")}`, "utf16le");
      const { uri, entry } = fake.skill("triage");
      fake.files.set(uri, { uri, mimeType: "text/markdown", bytes });
      entry.resources[0] = { uri, digest: digestOf(bytes), size: bytes.length };
    },
    failed: [
      "error ext-fmt-agent-skills",
      "error ext-fmt-frontmatter",
      "error ext-fmt-skillmd-present",
      "warning insp-views-agree",
    ],
    says: [["ext-fmt-skillmd-present", "UTF-8"]],
  },
  {
    title: "asks for input before it gives SKILL.md",
    spoil: (fake) => {
      fake.wrap("resources/read", (answer, { uri }) => {
        if (uri !== fake.skill("triage").uri) return answer;
        return { result: { resultType: "input_required", inputRequests: {} } };
      });
    },
    failed: [],
    untestable: ["ext-fmt-skillmd-present", "mcp-result-type", "mcp-contents-shape"],
  },
  {
    title: "serves a SKILL.md without frontmatter",
    spoil: (fake) => {
      fake.addSkill("plain", { "SKILL.md": "# Just text\n" });
      fake.skill("plain").entry.frontmatter = { name: "plain", description: "Just text. Use when bored." };
    },
    failed: ["error ext-fmt-agent-skills", "error ext-fmt-frontmatter", "warning ext-res-description"],
    says: [["ext-fmt-frontmatter", "---"]],
  },
  {
    title: "serves a SKILL.md whose name is a number",
    spoil: (fake) => {
      fake.addSkill("123", { "SKILL.md": "---\nname: 123\ndescription: Counts. Use when counting.\n---\n" });
    },
    failed: [
      "error ext-entry-frontmatter-object",
      "error ext-fmt-agent-skills",
      "error ext-fmt-frontmatter",
      "error mcp-resource-shape",
    ],
    says: [["ext-fmt-frontmatter", "a number", "quote"]],
  },
  {
    title: "serves a SKILL.md with a BOM, which is allowed",
    spoil: (fake) => {
      fake.addSkill("marked", { "SKILL.md": `\ufeff${SKILL_MD("marked")}` });
    },
    failed: [],
  },
  // URIs.
  {
    title: "publishes a URI without a skill path",
    spoil: (fake) => {
      fake.skill("triage").entry.uri = "skill:///SKILL.md";
    },
    failed: [
      "error ext-entry-resources-inside",
      "error ext-entry-resources-self",
      "error ext-entry-uri",
      "error ext-fmt-agent-skills",
      "error ext-fmt-skillmd-present",
      "error ext-get-unlisted",
      "error ext-uri-skillmd-explicit",
    ],
    says: [["ext-uri-skillmd-explicit", "nothing stands between"]],
  },
  {
    title: "names its directory and its skill differently",
    spoil: (fake) => {
      fake.addSkill("ledger", { "SKILL.md": SKILL_MD("ledgers") });
    },
    failed: ["error ext-entry-uri-name", "error ext-fmt-agent-skills", "error ext-uri-final-segment"],
    says: [["ext-uri-final-segment", "skill://ledgers/SKILL.md", "name: ledger"]],
  },
  {
    title: "uses a name that breaks the rules",
    spoil: (fake) => {
      fake.addSkill("Big--Name", { "SKILL.md": SKILL_MD("Big--Name") });
    },
    failed: ["error ext-fmt-agent-skills", "error ext-uri-name-rules"],
    says: [["ext-uri-name-rules", "big-name"]],
  },
  {
    title: "uses a name that only skills-ref accepts",
    spoil: (fake) => {
      fake.addSkill("team/%D0%B7%D0%B0%D0%BC%D0%B5%D1%82%D0%BA%D0%B8", { "SKILL.md": SKILL_MD("заметки") });
    },
    failed: ["warning ext-uri-name-rules"],
    says: [["ext-uri-name-rules", "official test suite"]],
  },
  {
    title: "has a first segment that is no reg-name",
    spoil: (fake) => {
      fake.addSkill("acme@home/notes", { "SKILL.md": SKILL_MD("notes") });
    },
    failed: ["warning ext-uri-authority-regname"],
    says: [["ext-uri-authority-regname", '"@"', "acme%40home"]],
  },
  {
    title: "has an empty prefix segment and one with a space",
    spoil: (fake) => {
      fake.addSkill("acme/my team/notes", { "SKILL.md": SKILL_MD("notes") });
    },
    failed: ["error mcp-uri-rfc3986", "warning ext-uri-prefix-segments"],
    says: [["ext-uri-prefix-segments", "a space", "my%20team"]],
  },
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
  // The array.
  {
    title: "does not list SKILL.md itself",
    spoil: (fake) => {
      fake.skill("triage").entry.resources = [];
    },
    failed: ["error ext-entry-resources-self"],
  },
  {
    title: "lists SKILL.md under another spelling",
    spoil: (fake) => {
      const { entry } = fake.skill("triage");
      entry.resources[0].uri = entry.uri.replace("triage", "%74riage");
    },
    failed: ["error ext-entry-resources-inside", "error ext-entry-resources-self"],
    says: [["ext-entry-resources-self", "skill://acme/support/triage/SKILL.md", "exactly"]],
  },
  {
    title: "lists a file twice, once in another spelling",
    spoil: (fake) => {
      const { entry } = fake.skill("invoices");
      const [, form] = entry.resources;
      entry.resources.push({ ...form, uri: form.uri.replace("form.md", "f%6Frm.md") }, { ...form });
      fake.files.set(entry.resources[3].uri, fake.files.get(form.uri)!);
    },
    failed: ["error ext-entry-resources-once"],
  },
  {
    title: "lists files outside the skill in every way",
    spoil: (fake) => {
      const { entry, root } = fake.skill("triage");
      const file = { digest: digestOf("x"), size: 1 };
      const uris = [
        `${root}/../other.md`,
        `${root}/%2e%2e/x.md`,
        "acme/y.md",
        `${root}2/z.md`,
        `${root}/a.md?b`,
        root,
        7,
      ];
      entry.resources.push(...uris.map((uri) => ({ ...file, uri })));
    },
    failed: ["error ext-entry-resources-inside", "error ext-read-standard", "error mcp-uri-rfc3986"],
    says: [["ext-entry-resources-inside", "climbs"]],
  },
  {
    title: "states sizes of a wrong form",
    spoil: (fake) => {
      fake.skill("triage").entry.resources[0].size = "123";
    },
    failed: ["error ext-entry-size"],
    says: [["ext-entry-size", "a string"]],
  },
  {
    title: "states a wrong size",
    spoil: (fake) => {
      fake.skill("triage").entry.resources[0].size += 3;
    },
    failed: ["error ext-entry-size"],
    says: [["ext-entry-size", "byte order mark"]],
  },
  {
    title: "states digests of a wrong form",
    spoil: (fake) => {
      const [first] = fake.skill("triage").entry.resources;
      first.digest = first.digest.replace("sha256:", "SHA-256=");
    },
    failed: ["error ext-entry-digest-format"],
  },
  {
    title: "states the digest of other bytes",
    spoil: (fake) => {
      fake.skill("triage").entry.resources[0].digest = digestOf("other");
    },
    failed: ["error ext-entry-digest-value"],
    says: [["ext-entry-digest-value", digestOf("other"), digestOf(SKILL_MD("triage"))]],
  },
  {
    title: "gives other bytes on each read",
    spoil: (fake) => {
      let reads = 0;
      fake.wrap("resources/read", (answer, { uri }) => {
        if (uri === fake.first.uri) {
          reads += 1;
          if (reads > 1) answer.result.contents[0].text += `${reads}`;
        }
        return answer;
      });
    },
    failed: ["warning ext-entry-dynamic"],
  },
  {
    title: "lists more than 512 files",
    spoil: (fake) => {
      const files = Object.fromEntries(Array.from({ length: 512 }, (_, at) => [`f/${at}.txt`, `${at}`]));
      fake.pageSize = 1000;
      fake.addSkill("many", { "SKILL.md": SKILL_MD("many"), ...files });
    },
    options: { probes: false },
    failed: ["warning ext-limit-count"],
    says: [["ext-limit-count", "513 files", "1 more"]],
  },
  {
    title: "lists more than 16 MiB",
    spoil: (fake) => {
      fake.skill("triage").entry.resources.push({
        uri: "skill://acme/support/triage/big.bin",
        digest: digestOf("x"),
        size: BIG,
      });
    },
    failed: ["error ext-dir-children", "error ext-read-standard", "warning ext-limit-size"],
    says: [["ext-limit-size", "big.bin"]],
  },
  // What the array leaves out.
  {
    title: "does not list a file that its directory shows",
    spoil: (fake) => {
      fake.addFile(fake.skill("triage").root, "notes.md", "# Notes\n");
    },
    failed: ["error ext-entry-resources-complete"],
    says: [["ext-entry-resources-complete", "resources/directory/read", "notes.md", digestOf("# Notes\n")]],
  },
  {
    title: "has added a file meanwhile, and lists it when asked again",
    spoil: (fake) => {
      const { root, uri } = fake.skill("triage");
      fake.addFile(root, "notes.md", "# Notes\n");
      let asked = 0;
      fake.wrap("skills/get", (answer, params) => {
        if (params.uri !== uri || !answer.result) return answer;
        asked += 1;
        if (asked > 1)
          answer.result.skill.resources.push({
            uri: `${root}/notes.md`,
            digest: digestOf("# Notes\n"),
            size: 8,
          });
        return answer;
      });
    },
    failed: [],
  },
  {
    title: "does not list the files of a nested skill",
    spoil: (fake) => {
      fake.skill("handbook").entry.resources.pop();
    },
    failed: [
      "error ext-entry-nested-complete",
      "error ext-entry-resources-complete",
      "warning ext-read-relative",
    ],
  },
  {
    title: "states another digest for a file of a nested skill",
    spoil: (fake) => {
      fake.skill("handbook").entry.resources[1].digest = digestOf("other");
    },
    failed: ["error ext-entry-digest-value", "error ext-entry-nested-complete"],
  },
  {
    title: "nests a dynamic skill in one with digests",
    spoil: (fake) => {
      fake.skill("handbook/onboarding").entry.resources = "dynamic";
    },
    failed: ["warning ext-entry-nested-complete"],
  },
  // The entry from the other place.
  {
    title: "gives another description with skills/get",
    spoil: (fake) => {
      fake.wrap("skills/get", (answer) => {
        if (answer.result) answer.result.skill.frontmatter.description += " And more.";
        return answer;
      });
    },
    failed: ["error ext-entry-same-shape"],
    says: [["ext-entry-same-shape", "frontmatter.description", "And more"]],
  },
  {
    title: "gave another entry with skills/get, once",
    spoil: (fake) => {
      let asked = 0;
      fake.wrap("skills/get", (answer, { uri }) => {
        if (uri === fake.skill("triage").uri) asked += 1;
        if (asked === 1 && answer.result) answer.result.skill.frontmatter.description += " And more.";
        return answer;
      });
    },
    failed: [],
    noted: ["ext-entry-same-shape"],
  },
  {
    title: "leaves the sizes out with skills/get only",
    spoil: (fake) => {
      fake.wrap("skills/get", (answer, { uri }) => {
        if (uri === fake.skill("triage").uri) delete answer.result.skill.resources[0].size;
        return answer;
      });
    },
    failed: ["error ext-entry-same-shape"],
  },
  // Links.
  {
    title: "links out of the skill and to nothing",
    spoil: (fake) => {
      fake.addSkill("linked", {
        "SKILL.md": SKILL_MD(
          "linked",
          "[up](../x.md) [abs](/etc/x.md) [dead](gone.md) [dir](refs/) [ok](refs/a.md)\n",
        ),
        "refs/a.md": "# A\n",
      });
    },
    failed: ["warning ext-read-relative"],
    says: [["ext-read-relative", "../x.md", "line 6"]],
  },
];
