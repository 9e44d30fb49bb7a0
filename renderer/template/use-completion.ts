import { useEffect, useRef, useState } from "react";
import type { CompletionAnswer } from "../../shared/contract";
import { asHostError, newOp, useHost } from "../client/host";

export interface CompletionQuestion {
  serverId: string;
  template: string;
  variable: string;
  value: string;
  context: Record<string, string>;
}

export interface Completion {
  loading: boolean;
  /** The last answer, with the question it belongs to. */
  answer?: CompletionAnswer;
  question?: CompletionQuestion;
}

/** Pause after a key press before the server is asked, in milliseconds. */
const PAUSE_MS = 120;

/**
 * Asks for completions of what is typed. A newer question cancels the one before it, and an answer that comes all
 * the same is dropped. Suggestions made for other values of earlier variables are never shown.
 * @param question undefined: nothing is asked, e.g. while the field has no focus.
 */
export function useCompletion(question: CompletionQuestion | undefined): Completion {
  const host = useHost();
  const [state, setState] = useState<Completion>({ loading: false });
  const refused = useRef(false);
  const key = question && JSON.stringify(question);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the question.
  useEffect(() => {
    if (!question || refused.current) {
      setState((before) => (before.loading ? { ...before, loading: false } : before));
      return;
    }
    const op = newOp();
    let stale = false;
    let asked = false;
    setState((before) => ({ ...(sameContext(before.question, question) ? before : {}), loading: true }));
    const timer = setTimeout(async () => {
      asked = true;
      let answer: CompletionAnswer;
      try {
        answer = await host.call("templates.complete", { ...question, op });
      } catch (error) {
        const { code, message, detail } = asHostError(error);
        answer = { values: [], state: "failed", problem: { code, message, ...(detail ? { detail } : {}) } };
      }
      asked = false;
      if (stale) return;
      // A server without the method is asked once and no more.
      if (answer.state === "unsupported") refused.current = true;
      setState({ loading: false, answer, question });
    }, PAUSE_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
      if (asked) host.call("op.cancel", { op }).catch(() => undefined);
    };
  }, [host, key]);
  return state;
}

function sameContext(a: CompletionQuestion | undefined, b: CompletionQuestion): boolean {
  return a !== undefined && JSON.stringify(a.context) === JSON.stringify(b.context);
}
