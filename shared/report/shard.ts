import type { Shard } from "../model/report";

/**
 * Reads `i/n`: part i of n, from 1.
 * @throws Error that says what is wrong
 */
export function parseShard(text: string): Shard {
  const match = /^(\d{1,6})\/(\d{1,6})$/.exec(text.trim());
  const index = Number(match?.[1]);
  const count = Number(match?.[2]);
  if (!match || count < 1) throw new Error("It must be written i/n, e.g. 1/4.");
  if (index < 1 || index > count)
    throw new Error(`The parts of ${count} are 1/${count} to ${count}/${count}.`);
  return { index, count };
}

/**
 * Whether a skill belongs to a part. It depends on nothing but the skill's key, so that machines agree without
 * asking one another and each skill is in exactly one part.
 * @param key the skill's URI; for a folder its path below the folder that is checked
 */
export function inShard(key: string, { index, count }: Shard): boolean {
  return hash(key) % count === index - 1;
}

/** FNV-1a with 32 bits, its bits mixed once more so that the remainder by a small number is even. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
