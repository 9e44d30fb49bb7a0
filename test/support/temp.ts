import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new folder; the caller removes it, or it goes when the test is over if `keep` is not set. */
export function tempFolder({ keep = false } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "skill-inspector-test-"));
  if (!keep) onTestFinished(() => removeFolder(folder));
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
