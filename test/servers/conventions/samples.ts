import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { encodeSegment } from "../../../shared/uri/skill-uri";
import { root } from "../../support/fixtures";

export const samplesDir = join(root, "electron/engine/skill-server/samples");

/** A sample skill as it lies on disk. */
export interface Sample {
  /** Path below the served folder, with `/`. */
  path: string;
  name: string;
  /** Lies inside of another sample. */
  nested: boolean;
  /** Files by their path below the skill, nested skills' included. */
  files: Map<string, Buffer>;
}

/** The ten samples, read from disk. */
export function samples(): Sample[] {
  const roots = directories(samplesDir).filter((path) => readdirSync(path).includes("SKILL.md"));
  return roots.map((at) => {
    const path = relative(samplesDir, at).split(sep).join("/");
    return {
      path,
      name: path.split("/").at(-1)!,
      nested: roots.some((other) => other !== at && at.startsWith(`${other}${sep}`)),
      files: new Map(
        files(at).map((file) => [relative(at, file).split(sep).join("/"), readFileSync(file)] as const),
      ),
    };
  });
}

/** The body of a SKILL.md, without the blank lines below its frontmatter. */
export function body(sample: Sample): string {
  return sample.files
    .get("SKILL.md")!
    .toString("utf8")
    .replace(/^---\n[\s\S]*?\n---\n\n*/, "");
}

/** A path as part of a URI. */
export const encoded = (path: string) => path.split("/").map(encodeSegment).join("/");

function directories(at: string): string[] {
  return [
    at,
    ...readdirSync(at)
      .map((name) => join(at, name))
      .filter((path) => statSync(path).isDirectory())
      .flatMap(directories),
  ];
}

function files(at: string): string[] {
  return readdirSync(at)
    .map((name) => join(at, name))
    .flatMap((path) => (statSync(path).isDirectory() ? files(path) : [path]));
}
