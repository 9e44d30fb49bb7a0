import { useState } from "react";

/** A small field: a line number and Enter. */
export function JumpToLine({ last, onJump }: { last: number; onJump: (line: number) => void }) {
  const [text, setText] = useState("");
  return (
    <input
      className="in s src-jump"
      inputMode="numeric"
      placeholder="Line"
      aria-label={`Go to line, 1 to ${last}`}
      value={text}
      onChange={(event) => setText(event.target.value.replace(/\D/g, "").slice(0, 9))}
      onKeyDown={(event) => {
        if (event.key === "Enter" && text !== "") onJump(Math.min(Math.max(Number(text), 1), last));
      }}
    />
  );
}
