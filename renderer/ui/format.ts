/** A size for people: `310 B`, `34 kB`, `1.2 MB` (powers of 1,000). */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const units = ["kB", "MB", "GB"];
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit++;
  }
  return `${value < 9.95 ? value.toFixed(1).replace(/\.0$/, "") : Math.round(value)} ${units[unit]}`;
}

/** A duration for people: `3 ms`, `1.2 s`, `2 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  return `${Math.round(milliseconds / 60_000)} min`;
}

/** `1 skill`, `2 skills`, `10,000 skills`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
/** Time of day with milliseconds. */
export function formatTime(at: number): string {
  return `${clock.format(at)}.${String(at % 1_000).padStart(3, "0")}`;
}
