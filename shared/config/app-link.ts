import { visible } from "../model/visible";

/** Scheme of the links that open the app. */
export const LINK_SCHEME = "skill-inspector";
/** A link is shown to a person: what is longer is none that a person would send. */
export const MAX_LINK = 8_000;

export type AppLink = { pasted: string } | { problem: string };

/**
 * Reads `skill-inspector://add?url=…`, `?command=…` or `?config=…` (an `mcp.json`), each URI-encoded.
 * @returns the text for the form that adds a server, to be read, looked at and agreed to like anything pasted there;
 * or what is wrong with the link. Nothing else can be asked for by a link: any web page can hold one.
 */
export function readAppLink(link: string): AppLink {
  if (link.length > MAX_LINK)
    return { problem: `The link is longer than ${MAX_LINK.toLocaleString("en-US")} characters.` };
  const [, scheme, action, query] = /^([a-z-]+):\/*([^/?#]*)\/?(?:\?([^#]*))?/i.exec(link) ?? [];
  if (scheme?.toLowerCase() !== LINK_SCHEME)
    return { problem: `The link does not begin with ${LINK_SCHEME}://.` };
  if (action?.toLowerCase() !== "add")
    return { problem: `A link can only ask to add a server: ${LINK_SCHEME}://add?url=…` };
  const parts = new URLSearchParams(query ?? "");
  const given = ["url", "command", "config"].flatMap((name) =>
    parts.getAll(name).map((text) => ({ name, text })),
  );
  const [only, ...more] = given;
  if (!only || more.length > 0 || only.text.trim() === "")
    return { problem: "The link must name one server: by url, by command or by config." };
  const text = only.text.trim();
  if (visible(text) !== text)
    return { problem: "The link holds characters that cannot be seen or that change the direction of text." };
  if (only.name === "url" && !/^https?:\/\/\S+$/i.test(text))
    return { problem: "The url of the link does not begin with http:// or https://." };
  return { pasted: text };
}
