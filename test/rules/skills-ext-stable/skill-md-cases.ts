import type { Case } from "../cases";
import { digestOf, SKILL_MD } from "../fake-server";

export const skillMdCases: Case[] = [
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
    failed: ["error ext-fmt-skillmd-present", "warning mcp-contents-uri"],
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
];
