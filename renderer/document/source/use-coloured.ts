import { useEffect, useState } from "react";
import type { Token } from "../markdown/colour";
import { MAX_COLOURED_LENGTH } from "../markdown/limits";
import { renderQueue } from "../markdown/pool";

/** Colours of a text by line; undefined while they are made, and for texts that stay plain. */
export function useColoured(text: string, language: string | undefined): Token[][] | undefined {
  const [state, setState] = useState<{ text: string; lines: Token[][] }>();
  useEffect(() => {
    if (language === undefined || text.length > MAX_COLOURED_LENGTH) return;
    const abort = new AbortController();
    void renderQueue.colour(text, language, abort.signal).then((lines) => {
      if (!abort.signal.aborted && lines) setState({ text, lines });
    });
    return () => abort.abort();
  }, [text, language]);
  return state?.text === text ? state.lines : undefined;
}
