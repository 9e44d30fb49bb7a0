import { create } from "zustand";
import type { FileVerdict } from "../../shared/model/skill";

/** Verdicts of files that were opened, for marks in lists. Keyed by server, skill and file. */
interface Verdicts {
  byFile: ReadonlyMap<string, FileVerdict>;
}

export const useVerdicts = create<Verdicts>(() => ({ byFile: new Map() }));

export function verdictKey(serverId: string, skillUri: string | undefined, uri: string): string {
  return `${serverId}\n${skillUri ?? ""}\n${uri}`;
}

/** Remembers what reading a file gave. */
export function rememberVerdict(key: string, verdict: FileVerdict): void {
  const { byFile } = useVerdicts.getState();
  if (byFile.get(key) === verdict) return;
  useVerdicts.setState({ byFile: new Map(byFile).set(key, verdict) });
}
