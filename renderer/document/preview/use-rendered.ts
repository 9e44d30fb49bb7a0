import { useEffect, useState } from "react";
import { MAX_RENDERED_LENGTH } from "../markdown/limits";
import { renderQueue } from "../markdown/pool";
import type { RenderedMarkdown } from "../markdown/render";

const tooLong: RenderedMarkdown = {
  kind: "refused",
  reason: `it is longer than ${MAX_RENDERED_LENGTH / 1024} kB`,
};

/** Texts rendered last, so that going back paints at once. Oldest first. */
const recent = new Map<string, RenderedMarkdown>();
const KEPT = 12;

function keep(key: string, rendered: RenderedMarkdown): void {
  recent.delete(key);
  recent.set(key, rendered);
  if (recent.size > KEPT) recent.delete(recent.keys().next().value!);
}

/** The text rendered in the worker; undefined while it works. */
export function useRendered(text: string, firstLine: number): RenderedMarkdown | undefined {
  const key = `${firstLine}\n${text}`;
  const refused = text.length > MAX_RENDERED_LENGTH;
  const [state, setState] = useState<{ text: string; rendered: RenderedMarkdown }>();
  useEffect(() => {
    if (refused || recent.has(key)) return;
    const abort = new AbortController();
    void renderQueue.markdown(text, firstLine, abort.signal).then((rendered) => {
      if (abort.signal.aborted) return;
      if (rendered.kind === "tree") keep(key, rendered);
      setState({ text, rendered });
    });
    return () => abort.abort();
  }, [text, firstLine, refused, key]);
  // A text too long is not even handed over.
  if (refused) return tooLong;
  return recent.get(key) ?? (state?.text === text ? state.rendered : undefined);
}
