import { fileURLToPath } from "node:url";
import { LINK_SCHEME, readAppLink } from "../../shared/config/app-link";
import type { EventMessage } from "../../shared/contract";

/** Files of this ending are opened by the app. */
export const EVIDENCE_ENDING = ".evidence.ndjson";

/** What a link asks for, as the page is told; a bad one becomes a notice. */
export function linkEvents(link: string): EventMessage[] {
  const read = readAppLink(link);
  if ("pasted" in read) return [{ event: "offered", data: read }];
  return [
    {
      event: "notice",
      data: {
        level: "warning",
        message: "A link that was to open here was not followed.",
        detail: read.problem,
      },
    },
  ];
}

/** Files that the system was asked to open with the app. */
export function fileEvents(paths: string[]): EventMessage[] {
  return paths.length > 0 ? [{ event: "dropped", data: { paths } }] : [];
}

/**
 * What the arguments of a start ask for. A system passes the link or the files as arguments of a new process; all
 * else among them is Electron's own.
 */
export function openedWith(argv: readonly string[]): EventMessage[] {
  const links = argv.filter((arg) => arg.toLowerCase().startsWith(`${LINK_SCHEME}:`));
  const files = argv
    .flatMap((arg) => pathOf(arg) ?? [])
    .filter((path) => !path.startsWith("-") && path.endsWith(EVIDENCE_ENDING));
  return [...links.slice(0, 1).flatMap(linkEvents), ...fileEvents(files)];
}

/** Linux desktops name a file by its URL. @returns undefined for one that is not of this machine */
function pathOf(arg: string): string | undefined {
  if (!/^file:/i.test(arg)) return arg;
  try {
    return fileURLToPath(arg);
  } catch {
    return undefined;
  }
}
