import { useEffect, useState } from "react";
import type { FileMode } from "./FileBody";

/** Which way a file is shown: the first that fits, the source when a line is asked for, or what was chosen. */
export function useMode(
  modes: readonly FileMode[],
  line: number | undefined,
): [FileMode | undefined, (mode: FileMode) => void] {
  const [chosen, setChosen] = useState<FileMode>();
  useEffect(() => {
    if (line !== undefined) setChosen("source");
  }, [line]);
  return [chosen !== undefined && modes.includes(chosen) ? chosen : modes[0], setChosen];
}
