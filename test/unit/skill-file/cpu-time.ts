/**
 * Processor time that a call takes, in milliseconds. Unlike the clock it does not count the time in which other
 * processes had the processor, so a bound on it means the same on a busy machine.
 */
export function cpuTime(call: () => void): number {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
