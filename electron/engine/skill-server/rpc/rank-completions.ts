/** The base protocol allows no more values in one answer. */
const MAX_VALUES = 100;

/**
 * Orders candidates for what was typed: those that begin with it, then those that contain it, then those that hold
 * its letters in order; letter case never matters.
 * @returns the `completion` object of a completion result
 */
export function rankCompletions(
  candidates: Iterable<string>,
  typed: string,
): { values: string[]; total: number; hasMore: boolean } {
  const wanted = typed.toLowerCase();
  const groups: [string[], string[], string[]] = [[], [], []];
  for (const candidate of new Set(candidates)) {
    const text = candidate.toLowerCase();
    if (text.startsWith(wanted)) groups[0].push(candidate);
    else if (text.includes(wanted)) groups[1].push(candidate);
    else if (holdsInOrder(text, wanted)) groups[2].push(candidate);
  }
  const all = groups.flatMap((group) => group.sort());
  return { values: all.slice(0, MAX_VALUES), total: all.length, hasMore: all.length > MAX_VALUES };
}

function holdsInOrder(text: string, wanted: string): boolean {
  let from = 0;
  for (const letter of wanted) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return true;
}
