import type { WireEvent } from "../../model/evidence";
import type { Level } from "../../model/finding";
import { requestText } from "../answers";
import { found, notApplicable, pass, type RawFinding, type Rule } from "../define-rule";
import { count, listed, show } from "../values";
import { inspRule, type PAGES } from "./declare";

/** Rules on what goes over the wire beside answers, and on answers that never come. */

interface WireRow {
  id: string;
  kind: WireEvent["kind"];
  level: Level;
  severity: "error" | "warning";
  title: string;
  why: string;
  fix: string;
  page: keyof typeof PAGES;
  /** The finding for so many events. */
  message: (times: number) => string;
  expected: string;
  modernOnly?: boolean;
}

const ROWS: WireRow[] = [
  {
    id: "insp-stdout-noise",
    kind: "noise",
    level: "MUST NOT",
    severity: "warning",
    page: "stdio",
    title: "Only JSON-RPC messages go to stdout",
    why: "Clients read stdout line by line as JSON; some stop at the first line that is none.",
    fix: "Write logs to stderr: console.error instead of console.log, logging with a stderr handler.",
    message: (times) =>
      `${count(times, "line")} on stdout ${times === 1 ? "is no message" : "are no messages"}.`,
    expected: "nothing but JSON-RPC messages",
  },
  {
    id: "insp-unknown-id",
    kind: "unknown-id",
    level: "MUST",
    severity: "error",
    page: "messages",
    title: "Every answer has the id of a request",
    why: "A client cannot tell what such an answer belongs to; the request it was meant for waits until it times out.",
    fix: 'Copy the id of the request into the answer, with its type: 7 is not "7".',
    message: (times) =>
      `${count(times, "answer")} ${times === 1 ? "has an id" : "have ids"} that no request had.`,
    expected: "the id of an open request",
  },
  {
    id: "insp-duplicate-answer",
    kind: "duplicate-answer",
    level: "MUST NOT",
    severity: "error",
    page: "messages",
    title: "Every request is answered once",
    why: "Clients drop the second answer, or break off because it belongs to no open request.",
    fix: "Send one answer for each request; look for a handler that both returns and sends.",
    message: (times) => `${count(times, "request")} ${times === 1 ? "was" : "were"} answered a second time.`,
    expected: "one answer for each request",
  },
  {
    id: "insp-invalid-message",
    kind: "invalid-message",
    level: "MUST",
    severity: "error",
    page: "messages",
    title: "Every message is a JSON-RPC 2.0 object",
    why: "Clients cannot read anything else, batches included.",
    fix: 'Send single objects with "jsonrpc": "2.0" and an id with a result or an error.',
    message: (times) =>
      `${count(times, "message")} ${times === 1 ? "is" : "are"} JSON but no JSON-RPC message.`,
    expected: "a JSON-RPC 2.0 object",
  },
  {
    id: "insp-over-limit",
    kind: "over-limit",
    level: "SHOULD NOT",
    severity: "warning",
    page: "messages",
    title: "Answers are of a size and depth that a client can take",
    why: "Every client stops somewhere: what goes beyond costs it memory and time, or ends the connection.",
    fix: "Serve smaller files, page long lists, and keep answers shallow. The limit named is one of this app's settings.",
    message: (times) =>
      `${count(times, "answer")} ${times === 1 ? "was" : "were"} beyond a limit of this app.`,
    expected: "answers within the limits",
  },
  {
    id: "insp-server-request",
    kind: "server-request",
    level: "MUST NOT",
    severity: "warning",
    page: "messages",
    title: "A server of revision 2026-07-28 sends no requests of its own",
    why: "Clients of that revision do not answer them; input is asked for with resultType input_required.",
    fix: "Answer the request at hand with resultType input_required instead of asking the client.",
    message: (times) => `The server sent ${count(times, "request")} to the client.`,
    expected: "results, errors and notifications only",
    modernOnly: true,
  },
];

function wireRule(row: WireRow): Rule<"server"> {
  const { kind, severity, message, expected, modernOnly, ...text } = row;
  return inspRule("server", text, (server, index) => {
    if (server.folder) return notApplicable("the target is a folder");
    if (modernOnly && !index.modern) return notApplicable("the negotiated revision is older than 2026-07-28");
    const events = server.wire.filter((event) => event.kind === kind && event.text.trim() !== "");
    if (events.length === 0) return pass;
    const texts = [
      ...new Set(events.map((event) => show(event.text.trim(), kind === "over-limit" ? 400 : 120))),
    ];
    return found([
      {
        severity,
        message: `${message(events.length)} The first: ${texts[0]}`,
        expected,
        actual: listed(texts, 3),
      },
    ]);
  });
}

export const noAnswer = inspRule(
  "exchange",
  {
    id: "insp-no-answer",
    level: "MUST",
    page: "messages",
    title: "Every request is answered",
    why: "A client waits until its own limit, and shows a person nothing meanwhile.",
    fix: "Answer every request with a result or an error, an unknown one with -32601, and log what takes long.",
  },
  ({ exchange }) => {
    const { outcome } = exchange;
    if (outcome.kind !== "none") return pass;
    const { problem, reason } = outcome;
    if (problem === "cancelled" || problem === "limit") return notApplicable("ended by the client");
    const timedOut = problem === "timeout";
    const finding: RawFinding = {
      severity: exchange.purpose.startsWith("probe:") && timedOut ? "warning" : "error",
      message: timedOut
        ? `${requestText(exchange)} got no answer: ${reason}`
        : problem === "closed"
          ? `The connection ended before ${requestText(exchange)} was answered: ${reason}`
          : `${requestText(exchange)} got no JSON-RPC answer: ${reason}`,
      expected: "a result or an error",
      actual: reason,
      evidence: [exchange.id],
      locus: problem === "closed" ? "closed" : `${problem} ${exchange.method} ${exchange.purpose}`,
    };
    return found([finding]);
  },
);

export const changedDuringRun = inspRule(
  "server",
  {
    id: "insp-changed-during-run",
    level: "STATEMENT",
    page: "resources",
    title: "What is served stays the same while it is checked",
    why: "Rules that compare two looks at the server cannot judge a server that changes in between; they are marked untestable.",
    fix: "Run the check again while nothing changes. A server that announces changes on every read has to stop doing so.",
  },
  (server) => {
    if (server.folder) return notApplicable("the target is a folder");
    if (!server.changedDuringRun) return pass;
    const times = server.wire.filter(({ method }) => method?.endsWith("list_changed")).length;
    return found([
      {
        outcome: "note",
        message: `The server announced ${count(Math.max(times, 1), "change")} of its lists during the run; what differs because of that was not judged.`,
      },
    ]);
  },
);

export const wireRules = [...ROWS.map(wireRule), noAnswer, changedDuringRun];
