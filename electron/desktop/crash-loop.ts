/** Tells a page that crashed once from one that crashes again and again. */
export interface CrashLoop {
  /** Notes a crash; true when there were more than `limit` of them within `withinMs`. */
  crashed(): boolean;
}

export function createCrashLoop(limit = 3, withinMs = 60_000, now: () => number = Date.now): CrashLoop {
  let times: number[] = [];
  return {
    crashed() {
      const at = now();
      times = [...times.filter((time) => at - time < withinMs), at];
      return times.length > limit;
    },
  };
}
