import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "../../ui/IconButton";
import { MAX_HITS } from "./dom-ranges";
import type { Find } from "./use-find";

/** The small bar of find in page: Enter and Shift+Enter step, Escape closes. */
export function FindBar({ find }: { find: Find }) {
  const input = useRef<HTMLInputElement>(null);
  const { isOpen } = find;
  useEffect(() => {
    if (isOpen) input.current?.select();
  }, [isOpen]);
  if (!isOpen) return null;
  const count =
    find.count >= MAX_HITS ? `${MAX_HITS.toLocaleString("en")}+` : find.count.toLocaleString("en");
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is newer than the oldest window this runs in.
    <div className="doc-find" role="search" aria-label="Find in this document">
      <input
        ref={input}
        aria-label="Find in this document"
        placeholder="Find"
        spellCheck={false}
        value={find.query}
        onChange={(event) => find.setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") find.step(event.shiftKey ? -1 : 1);
          if (event.key === "Escape") find.close();
          if ((event.ctrlKey || event.metaKey) && event.key === "f") event.currentTarget.select();
        }}
      />
      <span className="doc-find-count" role="status">
        {find.query === "" ? "" : find.count === 0 ? "no match" : `${find.at + 1} of ${count}`}
      </span>
      <IconButton size="s" label="Previous match" shortcut="Shift Enter" onPress={() => find.step(-1)}>
        <ChevronUp size={15} aria-hidden="true" />
      </IconButton>
      <IconButton size="s" label="Next match" shortcut="Enter" onPress={() => find.step(1)}>
        <ChevronDown size={15} aria-hidden="true" />
      </IconButton>
      <IconButton size="s" label="Close" shortcut="Esc" onPress={find.close}>
        <X size={15} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
