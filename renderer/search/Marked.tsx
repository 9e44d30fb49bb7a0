import { visible } from "../../shared/model/visible";
import { marked } from "./match";

/** A text of a server with the words of a search marked; disguising characters are made visible first. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const parts = marked(visible(text), words);
  return (
    <>
      {parts.map((part, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no identity but their place.
        part.hit ? <mark key={at}>{part.text}</mark> : part.text,
      )}
    </>
  );
}
