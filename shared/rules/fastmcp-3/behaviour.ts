import { errorOf, outcomeText } from "../answers";
import { about, contentsOf, gathered, idsOf, isError, probed } from "../convention-rules";
import { notApplicable, untestable } from "../define-rule";
import { show } from "../values";
import { fastSkills, rule, templateMode } from "./declare";
import { NO_SKILLS } from "./listing";

/** Rules on how FastMCP 3 answers what it does not have. */

const RESOURCES_MODE = notApplicable("no template ends in /{path*}: supporting files are listed");
const FOUR = "This is FastMCP 4; its answers are those of a newer SDK.";

export const unknown = rule(
  {
    id: "fm-unknown",
    level: "OBSERVED",
    section: "mixins/mcp_operations.py:341-346",
    title: "An unknown resource is answered with -32002 and its URI",
    why: "A client tells a missing skill from a broken server by this code.",
    fix: "Nothing, for FastMCP 3; mcp-not-found says what a server should do.",
  },
  (index) => {
    if (fastSkills(index.server).length === 0) return NO_SKILLS;
    const tried = probed(index, "fm-unknown");
    if (!Array.isArray(tried)) return tried;
    return gathered(
      tried
        .filter((answer) => {
          const uri = String(answer.params.uri);
          return (
            !isError(answer, -32002, `Resource not found: Unknown resource: '${uri}'`) &&
            !isError(answer, 0, `Unknown resource: '${uri}'`)
          );
        })
        .map((answer) => ({
          ...about(String(answer.params.uri), [answer]),
          message: `${String(answer.params.uri)}, which does not exist, is answered otherwise than by FastMCP 3.`,
          expected: `error -32002 "Resource not found: Unknown resource: '${String(answer.params.uri)}'"`,
          actual: outcomeText(answer),
          ...(errorOf(answer)?.code === -32602 ? { fix: FOUR } : {}),
          locus: "unknown",
        })),
    );
  },
);

export const missingFile = rule(
  {
    id: "fm-missing-file",
    level: "OBSERVED",
    section: "server.py:1145-1155",
    title: "A missing file of a known skill is answered with code 0",
    why: "0 is no code of the protocol; a client must read the message to know that the file is not there.",
    fix: "Nothing, for FastMCP 3; mcp-not-found says what a server should do.",
  },
  (index) => {
    if (fastSkills(index.server).length === 0) return NO_SKILLS;
    if (!templateMode(index.server)) return RESOURCES_MODE;
    const tried = probed(index, "fm-missing-file");
    if (!Array.isArray(tried)) return tried;
    const words = /^Error reading resource '[^']*'(?:: File not found: zz-no-such-file\.md)?$/;
    return gathered(
      tried
        .filter((answer) => !isError(answer, 0, words))
        .map((answer) => ({
          ...about(String(answer.params.uri), [answer]),
          message: "A missing file is answered otherwise than by FastMCP 3.",
          expected: "error 0 \"Error reading resource '…': File not found: zz-no-such-file.md\"",
          actual: outcomeText(answer),
          ...(isError(answer, -32603, words) ? { fix: FOUR } : {}),
          locus: "missing",
        })),
    );
  },
);

export const rootSlash = rule(
  {
    id: "fm-root-slash",
    level: "OBSERVED",
    section: "skill_provider.py, server.py",
    title: "The root of a skill with a slash is answered with code 0 and no message",
    why: "A client that opens the directory of a skill has nothing to show but an empty error.",
    fix: "Nothing, for FastMCP 3; say in the error what is wrong.",
  },
  (index) => {
    if (fastSkills(index.server).length === 0) return NO_SKILLS;
    if (!templateMode(index.server)) return RESOURCES_MODE;
    const tried = probed(index, "fm-root-slash");
    if (!Array.isArray(tried)) return tried;
    return gathered(
      tried
        .filter((answer) => !isError(answer, 0, ""))
        .map((answer) => ({
          ...about(String(answer.params.uri), [answer]),
          message: `${String(answer.params.uri)} is answered otherwise than by FastMCP 3.`,
          expected: 'error 0 ""',
          actual: outcomeText(answer),
          locus: "root",
        })),
    );
  },
);

export const encodedSlash = rule(
  {
    id: "fm-encoded-slash",
    level: "OBSERVED",
    section: "resources/template.py match_uri_template",
    title: "A nested file is reached with / and %2F alike, whatever query follows",
    why: "Clients that expand {path*} as RFC 6570 encode the slash, and must reach the file all the same.",
    fix: "Decode the value of {path*} after matching, and ignore a query.",
  },
  (index) => {
    if (fastSkills(index.server).length === 0) return NO_SKILLS;
    if (!templateMode(index.server)) return RESOURCES_MODE;
    const tried = probed(index, "fm-slash");
    if (!Array.isArray(tried))
      return tried.kind === "not-applicable" ? untestable("no manifest names a nested file") : tried;
    const body = (at: number) => {
      const { text, blob } = contentsOf(tried[at])[0] ?? {};
      return text ?? blob;
    };
    return gathered(
      tried
        .filter((answer, at) => {
          const echoed = contentsOf(answer)[0]?.uri === answer.params.uri;
          return body(at) === undefined || body(at) !== body(0) || !echoed;
        })
        .map((answer) => ({
          ...about(String(answer.params.uri), [answer, tried[0]]),
          message: `${String(answer.params.uri)} does not give the file under the URI as sent.`,
          expected: `the same content as ${String(tried[0]!.params.uri)}, with the uri as sent`,
          actual: outcomeText(answer),
          locus: String(answer.tag),
        })),
    );
  },
);

export const unknownMethod = rule(
  {
    id: "fm-unknown-method",
    level: "OBSERVED",
    section: "mcp 1.x shared/session.py",
    title: "A method that the SDK does not know is answered with -32602, not -32601",
    why: "A client that tries a method takes the answer for wrong parameters and may try again.",
    fix: "Nothing, for FastMCP 3; mcp-unknown-method says what a server should do.",
  },
  (index) => {
    // The base protocol's probe asks for a method that does not exist either.
    const tried = ["probe:fm-method", "probe:unknown-method"]
      .flatMap((purpose) => index.exchanges(purpose))
      .filter(({ outcome }) => outcome.kind !== "none");
    if (tried.length === 0) return untestable("no unknown method was tried");
    return gathered(
      tried
        .filter((answer) => {
          return !isError(answer, -32602, "Invalid request parameters") || errorOf(answer)?.data !== "";
        })
        .map((answer) => ({
          message: `${answer.method} is answered otherwise than by FastMCP 3.`,
          expected: 'error -32602 "Invalid request parameters" with data ""',
          actual: `${outcomeText(answer)} with data ${show(errorOf(answer)?.data)}`,
          ...(errorOf(answer)?.code === -32601 ? { fix: "This is a newer SDK than FastMCP 3 runs on." } : {}),
          evidence: idsOf([answer]),
          locus: answer.method,
        })),
    );
  },
);

export const behaviourRules = [unknown, missingFile, rootSlash, encodedSlash, unknownMethod];
