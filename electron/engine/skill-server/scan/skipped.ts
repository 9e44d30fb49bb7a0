/** A folder or file that is not served, with the reason in words a person can act on. */
export interface Skipped {
  path: string;
  reason: string;
}

/** Receives everything left out of a scan. */
export type Skip = (path: string, reason: string) => void;

/** More lines than this help nobody; the last one then says how many follow. */
const LIMIT = 10_000;

/** Collects what a scan left out, sorted by path; bounded, so that a wrong folder cannot fill the memory. */
export class SkipList {
  readonly #entries: Skipped[] = [];
  #more = 0;

  readonly add: Skip = (path, reason) => {
    if (this.#entries.length < LIMIT) this.#entries.push({ path, reason });
    else this.#more += 1;
  };

  /** @returns the entries, then one line for those beyond the limit. */
  list(): Skipped[] {
    const sorted = [...this.#entries].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    if (this.#more > 0) sorted.push({ path: "", reason: `and ${this.#more} more that are not listed here` });
    return sorted;
  }
}
