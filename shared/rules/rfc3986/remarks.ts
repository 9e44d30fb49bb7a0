import { encodeExcept, place, SUB_DELIMS, UNRESERVED } from "../../uri/characters";
import { listed, matches, type UriRow } from "./uri-rule";

/** The STATEMENT rows: legal by RFC 3986, and a trap where the URI names a skill. */

/** From this length on a URI is remarked on. */
const LONG = 2_000;
/** The longest DNS name, in bytes. */
const LONG_HOST = 255;

export const remarkRows: UriRow[] = [
  {
    id: "u-authority-slashes",
    level: "STATEMENT",
    section: "3",
    title: "An authority is introduced by //",
    why: "Without // a skill: URI has no authority, and the skill conventions find no first segment.",
    fix: "Write skill:// before the first segment.",
    judge({ parsed, isSkill, text }) {
      if (!isSkill || parsed.parts.authority !== undefined) return undefined;
      const path = text.slice(parsed.spans.path![0]).replace(/^\/+/, "");
      return {
        outcome: "note",
        message: `"//" is missing after "${parsed.parts.scheme}:": this URI has no authority, so no first segment.`,
        expected: `skill://${path}`,
      };
    },
  },
  {
    id: "u-authority-empty",
    level: "STATEMENT",
    section: "3.2.2",
    title: "An empty authority is legal, and skill conventions put a name there",
    why: "With three slashes the name is in the path and the first segment is empty, so hosts find another skill path.",
    fix: "Use two slashes.",
    judge({ parsed, isSkill, text }) {
      if (!isSkill || parsed.parts.authority !== "") return undefined;
      const rest = text.slice(parsed.spans.path![0]).replace(/^\/+/, "");
      return {
        severity: "warning",
        message: `The authority is empty (${place(parsed.spans.authority![0])}): the first segment belongs between the second slash and the next.`,
        ...(rest === "" ? {} : { expected: `skill://${rest}` }),
      };
    },
  },
  {
    id: "u-userinfo",
    level: "STATEMENT",
    section: "3.2.1",
    title: "@ and : in the authority split off userinfo and port",
    why: "They cannot be part of a skill name: a parser takes only what stands between them for the host.",
    fix: "Leave @ and : out of the first segment, or write them %40 and %3A.",
    judge({ parsed, isSkill, text }) {
      const { userinfo, port, host, authority } = parsed.parts;
      if (userinfo === undefined && port === undefined) return undefined;
      const parts = [
        ...(userinfo === undefined ? [] : [`"${userinfo}" is read as userinfo`]),
        ...(port === undefined ? [] : [`"${port}" is read as port`]),
      ].join(" and ");
      const message = `In the authority "${authority}" at ${place(parsed.spans.authority![0])} ${parts}; the host is "${host}".`;
      if (!isSkill) return { outcome: "note", message };
      const name = encodeExcept(authority!, `${UNRESERVED}${SUB_DELIMS}`, true);
      const [start, end] = parsed.spans.authority!;
      return { severity: "warning", message, expected: text.slice(0, start) + name + text.slice(end) };
    },
  },
  {
    id: "u-empty-segment",
    level: "STATEMENT",
    section: "3.3",
    title: "Empty segments are legal and mean something else than none",
    why: "Servers and file systems fold // to /, clients do not: the URI that is listed is then not the one that is found.",
    fix: "Remove the doubled slash.",
    judge({ parsed, isSkill, text }) {
      if (!isSkill) return undefined;
      const start = parsed.spans.path![0];
      const doubled = [...parsed.parts.path.matchAll(/\/{2,}/g)].map((match) => place(start + match.index));
      if (doubled.length === 0) return undefined;
      return {
        severity: "warning",
        message: `Empty path segments: "//" at ${listed(doubled)}.`,
        expected:
          text.slice(0, start) + text.slice(start).replace(/^[^?#]*/, (path) => path.replace(/\/{2,}/g, "/")),
      };
    },
  },
  {
    id: "u-encoded-slash",
    level: "STATEMENT",
    section: "2.2",
    title: "%2F is data inside a segment and differs from /",
    why: "Servers differ on decoding it: some read a path of several segments, some find nothing.",
    fix: "Write / where segments are meant; a template needs {+path} for that, not {path}.",
    judge({ parsed, text }) {
      const end = parsed.spans.path![1];
      const slashes = matches(text.slice(0, end), /%2F/gi);
      if (slashes.length === 0) return undefined;
      const expected = text.slice(0, end).replace(/%2F/gi, "/") + text.slice(end);
      return {
        severity: "warning",
        message: `An encoded slash is part of a name, not a separator: ${listed(slashes)}.`,
        expected,
        fix: `If segments are meant, write ${expected} (a template needs {+path} for that, not {path}).`,
      };
    },
  },
  {
    id: "u-fragment",
    level: "STATEMENT",
    section: "3.5",
    title: "A fragment is for the client and no part of what is retrieved",
    why: "It is never sent by a client that keeps RFC 3986, so the listed URI cannot be asked for.",
    fix: "Remove the # and what follows; write %23 for a # in a name.",
    judge({ parsed, role, text }) {
      if (parsed.parts.fragment === undefined || role === "link") return undefined;
      const hash = parsed.spans.fragment![0] - 1;
      return {
        severity: role === "file" ? "error" : "warning",
        message: `"#" at ${place(hash)} begins a fragment, which is not part of the resource's address.`,
        expected: text.slice(0, hash),
      };
    },
  },
  {
    id: "u-length",
    level: "STATEMENT",
    section: "2",
    title: "No length limit is set, but long URIs fail in practice",
    why: "Clients, proxies and logs cut long URIs.",
    fix: "Shorten the path.",
    judge({ text, parsed }) {
      const host = parsed.parts.host ?? "";
      if (text.length > LONG) {
        return {
          outcome: "note",
          message: `The URI has ${text.length} characters, more than ${LONG}.`,
          expected: `at most ${LONG} characters`,
          fix: "Shorten the path.",
        };
      }
      if (host.length > LONG_HOST) {
        return {
          outcome: "note",
          message: `The host has ${host.length} characters; a DNS name has at most ${LONG_HOST}.`,
          expected: `at most ${LONG_HOST} characters`,
          fix: "Shorten the host.",
        };
      }
      return undefined;
    },
  },
];
