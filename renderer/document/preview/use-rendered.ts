import { useEffect, useState } from "react";
import { renderQueue } from "../markdown/pool";
import type { RenderedMarkdown } from "../markdown/render";

/** The text rendered in the worker; undefined while it works. */
export function useRendered(text: string, firstLine: number): RenderedMarkdown | undefined {
  const [state, setState] = useState<{ text: string; rendered: RenderedMarkdown }>();
  useEffect(() => {
    const abort = new AbortController();
    void renderQueue.markdown(text, firstLine, abort.signal).then((rendered) => {
      if (!abort.signal.aborted) setState({ text, rendered });
    });
    return () => abort.abort();
  }, [text, firstLine]);
  return state?.text === text ? state.rendered : undefined;
}
