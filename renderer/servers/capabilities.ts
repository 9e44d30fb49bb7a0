/** The names of what a server declares, extensions by their identifier. */
export function capabilityNames(capabilities: Record<string, unknown> | undefined): string[] {
  return Object.entries(capabilities ?? {}).flatMap(([name, value]) =>
    name === "extensions" && typeof value === "object" && value !== null ? Object.keys(value) : [name],
  );
}
