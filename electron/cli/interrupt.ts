/**
 * A signal that aborts on Ctrl-C or after a budget, with the reason. A second Ctrl-C ends the process at once.
 * @param budgetMs for the whole run; absent means none
 */
export function runSignal(budgetMs?: number): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort("interrupted");
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  const timer =
    budgetMs === undefined
      ? undefined
      : setTimeout(() => controller.abort(`the budget of ${budgetMs} ms was used up`), budgetMs);
  return {
    signal: controller.signal,
    done: () => {
      clearTimeout(timer);
      process.off("SIGINT", interrupt);
      process.off("SIGTERM", interrupt);
    },
  };
}
