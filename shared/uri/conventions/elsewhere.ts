import { decodeSegment } from "../skill-uri";
import { commonFaults, type SkillView, skillView } from "../skill-view";
import { type ConventionShape, noMatch, type ShapeVerdict, verdict } from "./shape";

/** The conventions that do not use skill:// URIs. */

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function idFaults(kind: string, id: string): string[] {
  return KEBAB.test(id) ? [] : [`"${id}" is no ${kind}: lower-case letters and digits with single hyphens.`];
}

function catalogPath({ segments, query, slash }: SkillView, faults: string[]): ShapeVerdict {
  const path = segments.join("/") + (slash ? "/" : "");
  const noQuery = query === undefined ? [] : ["Only the two indexes take a query."];
  const index = /^catalog\/(skills|prompts)_index$/.exec(path);
  if (index) return verdict(faults, `The index of ${index[1]}${query === undefined ? "" : ", filtered"}.`);
  const one =
    /^catalog\/(skill|prompt)s\/([^/]+)$/.exec(path) ?? /^(skill|prompt)s\/([^/]+)\/document$/.exec(path);
  if (one) {
    const [, kind, id] = one as unknown as [string, string, string];
    const what = path.startsWith("catalog/") ? "record" : "document";
    return verdict(
      [...faults, ...noQuery, ...idFaults(`${kind}_id`, id)],
      `The ${what} of the ${kind} ${id}.`,
    );
  }
  const reference = /^skills\/([^/]+)\/references\/([^/]+)$/.exec(path);
  if (reference) {
    const [, skill, ref] = reference as unknown as [string, string, string];
    const wrong = [...idFaults("skill_id", skill), ...idFaults("ref_id", ref)];
    return verdict([...faults, ...noQuery, ...wrong], `The reference ${ref} of the skill ${skill}.`);
  }
  const doc = /^docs\/(.*)$/s.exec(path);
  if (doc) return verdict([...faults, ...noQuery, ...docFaults(doc[1]!)], `The document ${doc[1]}.`);
  return verdict([`${path} is none of the eight paths of the contract.`, ...faults], "");
}

function docFaults(path: string): string[] {
  const bad = path.split("/").find((segment) => !/^(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})*$/.test(segment));
  return [
    ...(path.endsWith(".md") ? [] : ["A path below docs/ ends in .md."]),
    ...(path.startsWith("/") ? ["A path below docs/ does not begin with a slash."] : []),
    ...(bad === undefined ? [] : [`Reserved characters in "${bad}" are percent-encoded in this contract.`]),
  ];
}

export const catalogShape: ConventionShape = {
  id: "resource-catalog",
  title: "resource:// catalog",
  shape: "resource://catalog/skills_index, resource://skills/{skill_id}/document, resource://docs/{path*}",
  match(uri) {
    const view = skillView(uri);
    if (view.scheme !== "resource")
      return noMatch(view.scheme === "" ? "There is no scheme." : "Another scheme.");
    const first = view.segments[0] ?? "";
    if (!["catalog", "skills", "docs", "prompts"].includes(first)) {
      return noMatch(`"${first}" is none of catalog, skills, docs and prompts.`);
    }
    return catalogPath(view, commonFaults(view));
  },
};

function wellKnown(folder: string, texts: Pick<ConventionShape, "id" | "title" | "shape">): ConventionShape {
  return {
    ...texts,
    match(uri) {
      const view = skillView(uri);
      const { scheme, segments, slash } = view;
      if (scheme !== "https" && scheme !== "http") {
        return noMatch(scheme === "" ? "There is no scheme." : "Another scheme; this is for web sites.");
      }
      if (segments[1] !== ".well-known" || segments[2] !== folder) {
        return noMatch(`The path does not begin with /.well-known/${folder}/.`);
      }
      // A host may have a port; user names have no place in a published address.
      const faults = view.parsed.faults.map((fault) => fault.message);
      if (scheme === "http") faults.push("The index is served over https.");
      const path = segments.slice(3).map((segment) => decodeSegment(segment) ?? segment);
      if (slash || path.length === 0) return verdict([...faults, "Folders are not served."], "");
      if (path.join("/") === "index.json") return verdict(faults, "The index of all skills.");
      if (path.includes("..") || path.includes(".")) faults.push('"." and ".." do not occur in the path.');
      const [name, ...file] = path;
      return verdict(
        faults,
        file.length > 0 ? `The file ${file.join("/")} of ${name}.` : `The artifact ${name}.`,
      );
    },
  };
}

export const wellKnown020Shape = wellKnown("agent-skills", {
  id: "well-known-agent-skills-0.2.0",
  title: "Well-known index 0.2.0",
  shape: "https://host/.well-known/agent-skills/index.json",
});

export const wellKnown010Shape = wellKnown("skills", {
  id: "well-known-agent-skills-0.1.0",
  title: "Well-known index 0.1.0",
  shape: "https://host/.well-known/skills/index.json",
});

export const sep2076Shape: ConventionShape = {
  id: "sep-2076",
  title: "SEP-2076",
  shape: "none: skills have a name only",
  match: () => noMatch("Skills have no URI here; skills/get asks for a name."),
};
