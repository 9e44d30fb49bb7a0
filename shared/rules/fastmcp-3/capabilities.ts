import { errorOf, outcomeText } from "../answers";
import { gathered, idsOf, probed } from "../convention-rules";
import { pass, type RawFinding, type Verdict } from "../define-rule";
import { member, show } from "../values";
import { type readsOf, rule } from "./declare";

/** Rules on what FastMCP 3 declares. */

const handshake = (index: Parameters<typeof readsOf>[0]) => idsOf([...index.exchanges("handshake")]);

export const noCompletion = rule(
  {
    id: "fm-no-completion",
    level: "OBSERVED",
    section: "server mixins",
    title: "Completion is neither declared nor answered",
    why: "A client cannot offer the files behind {path*}; only the manifest names them.",
    fix: "Nothing, for FastMCP 3; a server that completes is another one.",
  },
  (index) => {
    const completions = member(index.server.capabilities, "completions");
    if (completions !== undefined) {
      return gathered([
        {
          message: "completions is declared, which FastMCP 3 does not do.",
          expected: "no completions",
          actual: show(completions),
          evidence: handshake(index),
          locus: "declared",
        },
      ]);
    }
    const tried = probed(index, "fm-completion");
    if (!Array.isArray(tried)) return pass;
    return gathered(
      tried
        .filter((answer) => errorOf(answer)?.code !== -32601)
        .map((answer) => ({
          message: "completion/complete is answered although FastMCP 3 has none.",
          expected: "error -32601",
          actual: outcomeText(answer),
          evidence: idsOf([answer]),
          locus: "answered",
        })),
    );
  },
);

export const capabilities = rule(
  {
    id: "fm-caps",
    level: "OBSERVED",
    section: "server/low_level.py, server.py",
    title: "resources are declared without subscriptions, and the skills extension is not",
    why: "Another set of capabilities means another server, by whose convention it should be read.",
    fix: "Declare resources.subscribe false and no skills extension, or check the server by skills-ext-stable.",
  },
  (index): Verdict => {
    const { capabilities: declared } = index.server;
    const subscribe = member(member(declared, "resources"), "subscribe");
    const extensions = member(declared, "extensions");
    const skills = member(extensions, "io.modelcontextprotocol/skills");
    const evidence = handshake(index);
    const findings: RawFinding[] = [];
    if (subscribe !== false) {
      findings.push({
        message: "resources.subscribe is not false.",
        expected: "false",
        actual: show(subscribe),
        evidence,
        locus: "subscribe",
      });
    }
    if (skills !== undefined) {
      findings.push({
        message: "The skills extension is declared, which FastMCP 3 never does.",
        expected: "no io.modelcontextprotocol/skills in extensions",
        actual: show(skills),
        evidence,
        locus: "extension",
      });
    }
    if (findings.length > 0) return gathered(findings);
    const changing = ["resources", "prompts", "tools"]
      .map((key) => `${key} ${show(member(member(declared, key), "listChanged"))}`)
      .join(", ");
    const ui = member(extensions, "io.modelcontextprotocol/ui") === undefined ? "without" : "with";
    return gathered([
      {
        outcome: "note",
        message: `listChanged: ${changing}; ${ui} the extension io.modelcontextprotocol/ui.`,
        evidence,
        locus: "declared",
      },
    ]);
  },
);

export const capabilityRules = [noCompletion, capabilities];
