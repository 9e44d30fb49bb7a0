import type { Case } from "../cases";
import { error, type Loose, SKILL_MD } from "../fake-server";

const DIRECTORY = "resources/directory/read";

/** Lets the children of one directory be changed. */
const children = (uri: string, change: (list: Loose[]) => Loose[]): Case["spoil"] => {
  return (fake) => {
    fake.pageSize = 50;
    fake.wrap(DIRECTORY, (answer, params) => {
      if (params.uri === uri && answer.result) answer.result.resources = change(answer.result.resources);
      return answer;
    });
  };
};
const INVOICES = "skill://acme/billing/invoices";

export const directoryCases: Case[] = [
  {
    title: "gives a subdirectory another media type",
    spoil: children(INVOICES, (list) =>
      list.map((child) =>
        child.mimeType === "inode/directory" ? { ...child, mimeType: "text/directory" } : child,
      ),
    ),
    failed: ["error ext-dir-mimetype"],
  },
  {
    title: "writes subdirectories with a slash",
    spoil: children(INVOICES, (list) =>
      list.map((child) =>
        child.mimeType === "inode/directory" ? { ...child, uri: `${child.uri}/` } : child,
      ),
    ),
    failed: ["error ext-dir-children", "info ext-dir-no-trailing-slash"],
  },
  {
    title: "reads directories with a slash at the end, which is tolerated",
    spoil: (fake) => {
      const right = fake.methods[DIRECTORY]!;
      fake.methods[DIRECTORY] = (params, meta) =>
        right({ ...params, uri: String(params.uri).replace(/\/$/, "") }, meta);
    },
    failed: [],
    noted: ["ext-dir-no-trailing-slash"],
  },
  {
    title: "reads only the first level",
    spoil: (fake) => {
      fake.wrap(DIRECTORY, (answer, { uri }) =>
        String(uri).endsWith("/templates") ? error(-32602, `${uri} is not a directory`) : answer,
      );
    },
    failed: ["error ext-dir-every-level"],
    says: [["ext-dir-every-level", "skill://acme/billing/invoices/templates"]],
  },
  {
    title: "leaves a file out of its directory",
    spoil: children(`${INVOICES}/templates`, () => []),
    failed: ["error ext-dir-children"],
    says: [["ext-dir-children", "form.md"]],
  },
  {
    // field report b04
    title: "lists the directory itself, something deeper, something elsewhere and something twice",
    spoil: children(INVOICES, (list) => [
      ...list,
      list[0],
      { uri: INVOICES, name: "invoices", mimeType: "inode/directory" },
      { uri: `${INVOICES}/templates/form.md`, name: "form.md" },
      { uri: "skill://acme/other.md", name: "other.md" },
    ]),
    failed: ["error ext-dir-children"],
  },
  {
    title: "lists children without name",
    spoil: children(INVOICES, (list) => list.map(({ name: _, ...child }) => child)),
    failed: ["error ext-dir-child-metadata", "error mcp-resource-shape"],
  },
  {
    title: "gives no array of children",
    spoil: (fake) => {
      fake.wrap(DIRECTORY, (answer, { uri }) => {
        if (uri === `${fake.skill("triage").root}` && answer.result) answer.result.resources = null;
        return answer;
      });
    },
    failed: ["error ext-dir-child-metadata", "error ext-dir-children", "error mcp-resource-shape"],
  },
  {
    title: "serves an empty directory",
    spoil: (fake) => {
      const root = fake.skill("triage").root;
      fake.directories
        .get(root)!
        .set(`${root}/empty`, { uri: `${root}/empty`, name: "empty", mimeType: "inode/directory" });
      fake.directories.set(`${root}/empty`, new Map());
    },
    failed: [],
  },
  {
    title: "answers a file as if it were a directory",
    spoil: (fake) => {
      fake.wrap(DIRECTORY, (answer, { uri }) =>
        answer.error && String(uri).endsWith(".md")
          ? fake.methods[DIRECTORY]!({ uri: fake.first.root }, new Set())
          : answer,
      );
      const right = fake.methods[DIRECTORY]!;
      fake.methods[DIRECTORY] = (params, meta) =>
        right(String(params.uri).endsWith("SKILL.md") ? { uri: fake.skill("triage").root } : params, meta);
    },
    failed: ["error ext-dir-not-directory"],
  },
  {
    title: "refuses the second page of a directory",
    spoil: (fake) => {
      fake.pageSize = 2;
      fake.wrap(DIRECTORY, (answer, { cursor }) =>
        cursor === undefined ? answer : error(-32602, "Invalid cursor"),
      );
    },
    failed: ["error ext-dir-pagination"],
  },
  {
    title: "serves a skill of another scheme with directories",
    spoil: (fake) => {
      fake.addSkill("owner/repo/audit", { "SKILL.md": SKILL_MD("audit") }, "github");
    },
    failed: ["warning ext-uri-scheme"],
  },
];
