import { skillRoot } from "../../uri/skill-uri";
import {
  fixedProbe,
  INVENTED,
  type Probe,
  type ProbeContext,
  type ProbeRequest,
  probedSkills,
  resourceUris,
} from "../probe";

/**
 * Reads of URIs that climb out of what is served. Every attempt has controls under the same number: the URI it would
 * be after its dots were folded away (`normal`), and one as invented but without dots (`invented`). Tags are
 * `<number> <form>`.
 */

/** Deep enough to reach the root of any file system; further steps up change nothing there. */
const UP = 12;
/** A file that every Unix has, that holds nothing private, and that no server serves. */
const SYSTEM_FILE = ["etc", "hosts"];

interface Attempt {
  form: string;
  uri: string;
  normal: string[];
}

/** The place where the attempts begin: the root of a skill, else the directory of a listed resource. */
function start(context: ProbeContext): string | undefined {
  const skill = probedSkills(context)[0];
  const root = skill ? skillRoot(skill.uri) : undefined;
  if (root) return root;
  const resource = resourceUris(context.server, 1, (uri) =>
    /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]+\/[^?#]*$/.test(uri),
  )[0];
  return resource?.replace(/\/[^/]*$/, "");
}

function attempts(root: string): Attempt[] {
  const scheme = root.slice(0, root.indexOf("://"));
  const steps = (up: string, slash: string, file = SYSTEM_FILE) =>
    [...Array<string>(UP).fill(up), ...file].join(slash);
  // Of a root without prefix this is "skill:/", so that one more slash makes it the scheme's beginning.
  const above = root.replace(/\/[^/]*$/, "");
  const system = [
    `${scheme}://${SYSTEM_FILE.join("/")}`,
    `${root.split("/").slice(0, 3).join("/")}/${SYSTEM_FILE.join("/")}`,
  ];
  return [
    {
      form: "dots in the authority",
      uri: `${scheme}://../package.json`,
      normal: [`${scheme}://package.json`],
    },
    {
      form: "dots",
      uri: `${root}/../package.json`,
      normal: [`${above}/package.json`, `${root.split("/").slice(0, 3).join("/")}/package.json`],
    },
    { form: "many dots", uri: `${root}/${steps("..", "/")}`, normal: system },
    { form: "encoded dots", uri: `${root}/${steps("%2e%2e", "/")}`, normal: system },
    { form: "encoded slashes", uri: `${root}/${steps("..", "%2f")}`, normal: system },
    { form: "encoded dots and slashes", uri: `${root}/${steps("%2e%2e", "%2f")}`, normal: system },
    { form: "backslashes", uri: `${root}/${steps("..", "\\", ["Windows", "win.ini"])}`, normal: [] },
    { form: "encoded backslashes", uri: `${root}/${steps("..", "%5C", ["Windows", "win.ini"])}`, normal: [] },
    {
      form: "an absolute path",
      uri: `${root}//${SYSTEM_FILE.join("/")}`,
      normal: [`${root}/${SYSTEM_FILE.join("/")}`],
    },
    {
      form: "an encoded absolute path",
      uri: `${root}/%2F${SYSTEM_FILE.join("%2F")}`,
      normal: [`${root}/${SYSTEM_FILE.join("/")}`],
    },
  ];
}

function requests(context: ProbeContext): ProbeRequest[] {
  const root = start(context);
  if (root === undefined) return [];
  const about = probedSkills(context)[0]?.uri;
  const read = (uri: string, tag: string): ProbeRequest => ({
    method: "resources/read",
    params: { uri },
    tag,
    ...(about ? { about } : {}),
  });
  const controls = new Set<string>();
  const all: ProbeRequest[] = [read(`${root}/${INVENTED}.json`, "invented")];
  for (const { form, uri, normal } of attempts(root)) {
    all.push(read(uri, `attempt ${form}`));
    for (const each of normal) controls.add(each);
  }
  // A file that is served, by a way that leads through a directory that is not.
  const served = about ?? resourceUris(context.server, 1, (uri) => uri.startsWith(`${root}/`))[0];
  if (served?.startsWith(`${root}/`)) {
    all.push(read(`${root}/${INVENTED}/../${served.slice(root.length + 1)}`, "attempt a way round"));
    controls.add(served);
  }
  for (const uri of controls) all.push(read(uri, "normal"));
  return all;
}

export const traversalProbe: Probe = fixedProbe(
  "traversal",
  "reads that climb out of what is served, in every spelling",
  requests,
);
