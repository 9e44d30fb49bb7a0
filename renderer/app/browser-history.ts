import { currentOf, type History } from "../state/history";
import { useApp } from "../state/store";
import { samePlace, type Target } from "../state/target";
import { hashOf, targetOf } from "./address";

/** What is kept with each step of the browser's own history. */
interface Step {
  /** Index in the app's history. */
  at: number;
  target: Target;
}

const KEPT = "skill-inspector-history";
/** A step that the browser does not take (it has none there) is given up after this time. */
const GIVE_UP_MS = 1_000;

/** The history as this tab had it before a reload, if it is still at the place the address names. */
export function keptHistory(): History | undefined {
  const step = window.history.state as Partial<Step> | null;
  try {
    const entries = JSON.parse(window.sessionStorage.getItem(KEPT) ?? "[]") as Target[];
    const at = step?.at ?? -1;
    return step?.target && samePlace(entries[at], step.target) ? { entries, at } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps the browser's history and address in step with what is open: each thing opened is a step, the browser's Back
 * and Forward move through them, and a reload finds the same place. @returns its end.
 */
export function followHistory(): () => void {
  /** Where the browser stands, as index in the app's history. */
  let browserAt = useApp.getState().history.at;
  /** Set while the browser was asked to move to an index and has not yet said that it did. */
  let moving: { to: number; timer: ReturnType<typeof setTimeout> } | undefined;
  let fromBrowser = false;

  const settle = () => {
    clearTimeout(moving?.timer);
    moving = undefined;
  };
  const catchUp = () => {
    const to = useApp.getState().history.at;
    if (to < 0 || to === browserAt || moving) return;
    moving = { to, timer: setTimeout(settle, GIVE_UP_MS) };
    window.history.go(to - browserAt);
  };
  const write = (history: History, push: boolean) => {
    settle();
    browserAt = history.at;
    const target = currentOf(history);
    if (!target) return;
    const step: Step = { at: history.at, target };
    if (push) window.history.pushState(step, "", hashOf(target));
    else window.history.replaceState(step, "", hashOf(target));
  };
  const onChange = (now: History, before: History) => {
    keep(now);
    if (fromBrowser) {
      browserAt = now.at;
      return;
    }
    if (now.entries === before.entries) return catchUp();
    const previous = currentOf(before);
    const opened = previous !== undefined && now.at > 0 && now.entries[now.at - 1] === previous;
    write(now, opened);
  };
  const onPop = (event: PopStateEvent) => {
    const step = event.state as Step | null;
    if (moving) {
      browserAt = moving.to;
      settle();
      const { history } = useApp.getState();
      if (history.at !== browserAt) return catchUp();
      // The step of a server that was removed meanwhile: what is open takes its place.
      if (!samePlace(step?.target, currentOf(history))) write(history, false);
      return;
    }
    const target = step?.target ?? targetOf(window.location.hash);
    if (!target) return;
    fromBrowser = true;
    show(target, step?.at);
    fromBrowser = false;
    // An address typed into the bar is a step of the browser already: only what it holds is still to be told.
    if (!step) write(useApp.getState().history, false);
  };

  write(useApp.getState().history, false);
  const unsubscribe = useApp.subscribe(({ history }, before) => {
    if (history !== before.history) onChange(history, before.history);
  });
  window.addEventListener("popstate", onPop);
  return () => {
    settle();
    unsubscribe();
    window.removeEventListener("popstate", onPop);
  };
}

/** Goes to a place of the history: by its index where it is still there, else wherever it is, else anew. */
function show(target: Target, at: number | undefined): void {
  const { history, open } = useApp.getState();
  const index =
    at !== undefined && samePlace(history.entries[at], target)
      ? at
      : history.entries.findIndex((entry) => samePlace(entry, target));
  if (at !== undefined && index >= 0) useApp.setState({ history: { ...history, at: index } });
  // A step from before a reload that was not kept stands in for the current one; a typed address is a new one.
  else open(target, { replace: at !== undefined });
}

/** Kept for this tab alone; without the store a reload still finds the place by its address. */
function keep({ entries }: History): void {
  try {
    window.sessionStorage.setItem(KEPT, JSON.stringify(entries));
  } catch {
    // The store is full or switched off.
  }
}
