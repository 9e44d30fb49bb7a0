import { readFileSync } from "node:fs";

/**
 * Watches the memory of another process, by what the kernel holds as its peak.
 * @returns a function that gives the highest resident size so far, in megabytes; 0 where /proc is not there
 */
export function peakOf(pid: number): () => number {
  let peak = 0;
  const look = () => {
    try {
      const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
      peak = Math.max(peak, Number(kilobytes ?? 0) / 1024);
    } catch {
      // It has ended, or this is no Linux.
      clearInterval(timer);
    }
  };
  const timer = setInterval(look, 50);
  timer.unref();
  return () => Math.round(peak);
}
