import { useEffect, useState } from "react";
import { MAX_RENDERED_LENGTH } from "../markdown/limits";
import { renderQueue } from "../markdown/pool";
import type { RenderedMarkdown } from "../markdown/render";

const tooLong: RenderedMarkdown = {
  kind: "refused",
  reason: `it is longer than ${MAX_RENDERED_LENGTH / 1024} kB`,
};

/** The text rendered in the worker; undefined while it works. */
export function useRendered(text: string, firstLine: number): RenderedMarkdown | undefined {
  const refused = text.length > MAX_RENDERED_LENGTH;
  const [state, setState] = useState<{ text: string; rendered: RenderedMarkdown }>();
  useEffect(() => {
    if (refused) return;
    const abort = new AbortController();
    void renderQueue.markdown(text, firstLine, abort.signal).then((rendered) => {
      if (!abort.signal.aborted) setState({ text, rendered });
    });
    return () => abort.abort();
  }, [text, firstLine, refused]);
  // A text too long is not even handed over.
  if (refused) return tooLong;
  return state?.text === text ? state.rendered : undefined;
}
