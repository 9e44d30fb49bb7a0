/** Runs at most `limit` tasks at once, the rest waiting in the order they came. */
export class Pool {
  private active = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly limit: number) {}

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.active >= this.limit) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.active++;
    try {
      return await task();
    } finally {
      this.active--;
      this.waiting.shift()?.();
    }
  }
}

/** Calls `work` for each item, at most `limit` at once; stops taking new ones once `signal` is aborted. */
export async function forEachLimited<T>(
  items: readonly T[],
  limit: number,
  signal: AbortSignal,
  work: (item: T, position: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length && !signal.aborted) {
      const position = next++;
      await work(items[position]!, position);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
}
