import type { Case } from "../cases";
import { digestOf, SKILL_MD } from "../fake-server";

const BIG = 16_777_216;

export const manifestCases: Case[] = [
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
    // field report b05
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
    // field report b09
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
