/**
 * JSON with its keys in order, one a line: two objects that mean the same print the same, so that only real
 * differences remain in a diff.
 */
export function canonicalJson(value: unknown): string {
  return `${JSON.stringify(sorted(value), null, 2) ?? "absent"}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // A null prototype keeps a key named __proto__ as the data it is.
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, inner] of entries) copy[key] = sorted(inner);
  return copy;
}
