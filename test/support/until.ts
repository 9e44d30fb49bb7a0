/**
 * Waits until a condition holds, looking every 25 ms.
 * @param options `what` says what was awaited, for the message of the failure; `timeoutMs` defaults to 10 s.
 * @throws Error when the time is up.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { what, timeoutMs = 10_000 }: { what: () => string; timeoutMs?: number },
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms until ${what()}.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
