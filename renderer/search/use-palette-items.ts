import { useDeferredValue, useMemo } from "react";
import { useApp } from "../state/store";
import { wordsOf } from "./match";
import { type PaletteFound, type PaletteItem, paletteItems } from "./palette-items";
import { searchTexts } from "./read-texts";

/** Most places in texts that were read. */
const TEXTS_SHOWN = 10;

export interface PaletteLines {
  /** What is shown: it may be a keystroke or two behind the text, so that typing never waits for it. */
  found: PaletteFound;
  /** The words `found` was searched for. */
  words: readonly string[];
  /** The lines of the text as it stands: what is shown if that is up to date, else searched now. */
  now(): readonly PaletteItem[];
}

/** The lines of the palette for a text, over the servers and lists as they are. */
export function usePaletteItems(
  text: string,
  commands: readonly Extract<PaletteItem, { kind: "command" }>[],
): PaletteLines {
  const servers = useApp((state) => state.servers);
  const lists = useApp((state) => state.skills);
  const wanted = useDeferredValue(text);
  const search = useMemo(
    () => (text: string) => {
      const words = wordsOf(text);
      const texts = searchTexts(words, servers, TEXTS_SHOWN);
      return { words, found: paletteItems({ text, words, servers, lists, commands, texts }) };
    },
    [servers, lists, commands],
  );
  const shown = useMemo(() => search(wanted), [search, wanted]);
  return { ...shown, now: () => (wanted === text ? shown : search(text)).found.items };
}
