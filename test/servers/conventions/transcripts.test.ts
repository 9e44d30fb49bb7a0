import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shared } from "../../support/shared";
import { listed } from "./live";
import { replayed } from "./replay";

/**
 * Recorded real servers, which lie beside the repository where they are at hand; what is there is tried, and the same
 * conventions are held to the built-in server in `conventions.test.ts` in any case.
 */
const folder = join(shared, "peers/transcripts");

interface Recorded {
  file: string;
  conventions: string[];
  /** Skills found, with the URI the released extension would give each. */
  skills: Record<string, string | undefined>;
  /** A skill that was read while recording: its files with their verdicts. */
  opened?: { uri: string; files: Record<string, string> };
}

const TABLE: Recorded[] = [
  {
    file: "skilljack-mcp.json",
    conventions: ["skilljack"],
    skills: {
      "skill://code-review": "skill://code-review/SKILL.md",
      "skill://git-workflow": "skill://git-workflow/SKILL.md",
      "skill://pdf-processing": "skill://pdf-processing/SKILL.md",
    },
    opened: {
      uri: "skill://code-review",
      files: {
        "skill://code-review": "unverifiable",
        "skill://code-review/references/CHECKLIST.md": "unverifiable",
      },
    },
  },
  {
    file: "skilljack-0.5.1-reload.json",
    conventions: ["skilljack"],
    skills: {
      "skill://My%20Skill": "skill://My%20Skill/SKILL.md",
      "skill://lower": "skill://lower/SKILL.md",
      "skill://in-subdir": "skill://in-subdir/SKILL.md",
    },
    opened: {
      uri: "skill://My%20Skill",
      files: {
        "skill://My%20Skill": "unverifiable",
        "skill://My%20Skill/.env": "unverifiable",
        "skill://My%20Skill/a.json": "unverifiable",
        "skill://My%20Skill/b c.md": "unverifiable",
      },
    },
  },
  {
    file: "groves-style-b1d7b7f.json",
    conventions: ["skills-over-mcp"],
    skills: {
      "skill://git-workflow": "skill://git-workflow/SKILL.md",
      "skill://pdf-processing": "skill://pdf-processing/SKILL.md",
    },
    opened: {
      uri: "skill://pdf-processing",
      files: {
        "skill://pdf-processing": "unverifiable",
        // It comes as damaged text, whose size is not the one the server states.
        "skill://pdf-processing/document/assets/logo.png": "mismatch",
        "skill://pdf-processing/document/references/FORMS.md": "unverifiable",
        "skill://pdf-processing/document/scripts/extract.py": "unverifiable",
      },
    },
  },
  ...["fastmcp-4.0.10-template.json", "fastmcp-4.0.10-resources.json"].map((file) => ({
    file,
    conventions: ["fastmcp-3"],
    skills: {
      "skill://git-workflow/SKILL.md": "skill://git-workflow/SKILL.md",
      "skill://pdf-processing/SKILL.md": "skill://pdf-processing/SKILL.md",
    },
    opened: {
      uri: "skill://pdf-processing/SKILL.md",
      files: {
        "skill://pdf-processing/SKILL.md": "match",
        "skill://pdf-processing/assets/logo.png": "match",
        "skill://pdf-processing/references/FORMS.md": "match",
        "skill://pdf-processing/scripts/extract.py": "match",
      },
    },
  })),
  {
    file: "nimblebrain-shape-on-fastmcp-4.0.10.json",
    conventions: ["nimblebrain"],
    skills: { "skill://pdf-processing/usage": "skill://pdf-processing/SKILL.md" },
  },
  {
    file: "catalog-shape-on-fastmcp-4.0.10.json",
    conventions: ["resource-catalog"],
    skills: {
      "resource://skills/git-workflow/document": "skill://git-workflow/SKILL.md",
      "resource://skills/pdf-processing/document": "skill://pdf-processing/SKILL.md",
    },
    opened: {
      uri: "resource://skills/pdf-processing/document",
      files: {
        "resource://skills/pdf-processing/document": "unverifiable",
        "resource://skills/pdf-processing/references/forms": "unverifiable",
      },
    },
  },
  ...["ext-skills-7c31a84-index-a.json", "ext-skills-d12cc55-index-b.json"].map((file) => ({
    file,
    conventions: ["sep-2640-index"],
    skills: {
      "skill://git-workflow/SKILL.md": "skill://git-workflow/SKILL.md",
      "skill://pdf-processing/SKILL.md": "skill://pdf-processing/SKILL.md",
      "skill://pdf-tools/SKILL.md": "skill://pdf-tools/SKILL.md",
    },
  })),
  {
    file: "hemanth-own-skills.json",
    conventions: ["sep-2640-index"],
    skills: {
      "skill://git-workflow/SKILL.md": "skill://git-workflow/SKILL.md",
      "skill://pdf-processing/SKILL.md": "skill://pdf-processing/SKILL.md",
    },
  },
  {
    file: "hf-0.4.23-own-skills.json",
    conventions: ["sep-2640-v1-draft"],
    skills: { "skill://git-workflow/SKILL.md": undefined, "skill://pdf-processing/SKILL.md": undefined },
  },
  { file: "server-everything-2026.8.31.json", conventions: [], skills: {} },
];

describe.each(TABLE.filter(({ file }) => existsSync(join(folder, file))))("$file", (recorded) => {
  it("is recognised, its skills found and their files opened", async () => {
    const { server, open, read } = await listed(replayed(join(folder, recorded.file)));
    expect(server.state).toMatchObject({ listing: "complete", conventions: recorded.conventions });
    const released = [...server.skills.values()].map(({ uri, releasedUri }) => [uri, releasedUri]);
    expect(Object.fromEntries(released)).toEqual(recorded.skills);
    if (!recorded.opened) return;
    const { uri, files } = recorded.opened;
    const skill = await open(server.skills.get(uri)!);
    const verdicts: Record<string, string> = {};
    for (const file of skill.manifest.kind === "files" ? skill.manifest.files : []) {
      verdicts[file.uri] = (await read(file.uri, uri)).verdict;
    }
    expect(verdicts).toEqual(files);
  });
});

it("takes the template of an index beside the listed ones, and the manifest that is listed with its skills", async (context) => {
  const file = join(folder, "ext-skills-7c31a84-index-a.json");
  context.skip(!existsSync(file), "the recordings are not at hand");
  const { server, open, skill } = await listed(replayed(file));
  expect(server.templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    "skill://{+skillFilePath}",
    "skill://docs/{product}/SKILL.md",
  ]);
  const { manifest } = await open(skill("pdf-processing"));
  expect(manifest).toMatchObject({ kind: "files", files: { length: 4 } });
});
