import { decodeSegment } from "../skill-uri";
import { match, noMatch, skillScheme, suffixFaults, verdict } from "./shape";

/** The conventions in which one segment names the skill. */

const shown = (segment: string) => decodeSegment(segment) ?? segment;

export const skilljackShape = skillScheme(
  { id: "skilljack", title: "skilljack 0.4 to 0.5", shape: "skill://{skillName}, skill://{skillName}/" },
  ({ segments, slash, query, fragment }, faults) => {
    const [name = ""] = segments;
    if (segments.length > 1) {
      return noMatch(
        "Only skill://{name} and skill://{name}/ can be read; a file's URI occurs inside a collection only.",
      );
    }
    if (query !== undefined || fragment !== undefined) {
      faults.push('"?" and "#" count as part of the name here.');
    }
    return verdict(
      faults,
      slash
        ? `All files of the skill ${shown(name)} but its SKILL.md.`
        : `The SKILL.md of the skill ${shown(name)}.`,
    );
  },
);

export const skillsOverMcpShape = skillScheme(
  {
    id: "skills-over-mcp",
    title: "skills-over-mcp",
    shape: "skill://index, skill://{name}, skill://{name}/documents, skill://{name}/document/{+path}",
  },
  (view, faults) => {
    const { segments, slash } = view;
    const [name = "", kind] = segments;
    const all = [...faults, ...suffixFaults(view)];
    if (slash) return noMatch("No URI here ends in a slash.");
    if (segments.length === 1) {
      if (name === "index") return verdict(all, "The index of all skills.");
      if (name === "prompt-xml") return verdict(all, "All skills as XML for a prompt.");
      if (name === "index.json") return noMatch("The index here is skill://index.");
      return verdict(all, `The SKILL.md of the skill ${shown(name)}.`);
    }
    if (segments.length === 2 && kind === "documents") {
      return verdict(all, `The list of documents of the skill ${shown(name)}.`);
    }
    if (segments.length === 2 && name === "lookup") {
      return verdict(all, `The skill ${shown(kind!)}, looked up by name; only some servers have this.`);
    }
    if (segments.length > 2 && kind === "document") {
      return verdict(
        all,
        `The document ${segments.slice(2).map(shown).join("/")} of the skill ${shown(name)}.`,
      );
    }
    return noMatch("After the name only documents or document/{path} may follow.");
  },
);

export const fastmcpShape = skillScheme(
  {
    id: "fastmcp-3",
    title: "FastMCP 3",
    shape: "skill://{dir}/SKILL.md, skill://{dir}/_manifest, skill://{dir}/{path*}",
  },
  ({ segments, slash, fragment }, faults) => {
    const [dir = "", second] = segments;
    const last = segments.at(-1) ?? "";
    if (segments.length < 2) return noMatch("A directory and a file are named: skill://{dir}/SKILL.md.");
    const all = [...faults, ...(fragment === undefined ? [] : ["A skill URI has no fragment."])];
    if (slash) return verdict([...all, "Reading a directory is an error here."], "");
    if (last.toLowerCase() === "skill.md") {
      if (segments.length > 3) return noMatch("Paths have one directory and a file.");
      if (last !== "SKILL.md") all.push(`Ends in ${last}; the file is named exactly SKILL.md.`);
      return verdict(
        all,
        segments.length === 2
          ? `The SKILL.md of the directory ${shown(dir)}.`
          : `The SKILL.md of the directory ${shown(second!)}, mounted under ${shown(dir)}; or a file of ${shown(dir)}.`,
      );
    }
    if (segments.length === 2 && second === "_manifest") {
      return verdict(all, `The manifest of the directory ${shown(dir)}.`);
    }
    return verdict(all, `The file ${segments.slice(1).map(shown).join("/")} of the directory ${shown(dir)}.`);
  },
);

export const nimblebrainShape = skillScheme(
  { id: "nimblebrain", title: "NimbleBrain", shape: "skill://{server}/usage" },
  ({ text, segments, slash, parsed }) => {
    const [server = "", kind] = segments;
    if (segments.length !== 2 || kind?.toLowerCase() !== "usage") {
      return noMatch("There is one resource only: skill://{server}/usage.");
    }
    if (/^skill:\/\/[a-z0-9]+(?:-[a-z0-9]+)*\/usage$/.test(text))
      return match(`How to use the server ${server}.`);
    const faults = parsed.faults.map((fault) => fault.message);
    if (kind !== "usage") faults.push(`Ends in ${kind}, not usage.`);
    if (slash) faults.push("Ends in a slash.");
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(server)) {
      faults.push(`"${server}" is no server name: a-z, 0-9 and single hyphens.`);
    }
    return verdict(faults.length > 0 ? faults : ["Something follows usage."], "");
  },
);
