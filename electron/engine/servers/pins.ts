import { z } from "zod";
import type { PinDifference } from "../../../shared/contract";
import type { SkillDetail } from "../../../shared/model/skill";
import { ConnectionError } from "../connections/connection-error";
import { StateFile } from "../state-file";

const stored = z.object({
  version: z.literal(1),
  pins: z.array(
    z.object({
      serverId: z.string(),
      uri: z.string(),
      at: z.number(),
      files: z.array(z.object({ uri: z.string(), digest: z.string() })),
    }),
  ),
});
type Stored = z.infer<typeof stored>;
type Pin = Stored["pins"][number];

/**
 * What the user has seen of a skill, by server and URI: the set of its files and digests (spec: Content-bound
 * approval). A changed set is no longer what was seen. Nothing is kept for a "dynamic" skill, whose files have no
 * fixed digests.
 */
export class Pins {
  private readonly pins = new Map<string, Pin>();
  private readonly file: StateFile<Stored>;

  constructor(path: string) {
    this.file = new StateFile<Stored>(path, (raw) => stored.parse(raw), { version: 1, pins: [] });
  }

  /** @returns what to tell the user when the file was damaged */
  async load(): Promise<string | undefined> {
    for (const pin of (await this.file.load()).pins) this.pins.set(key(pin.serverId, pin.uri), pin);
    return this.file.damage;
  }

  /** Another instance writes to the folder: changes hold until the app ends. */
  readOnly(): void {
    this.file.readOnly = true;
  }

  /** Remembers a skill's manifest as seen. @throws ConnectionError where there is none with digests */
  async set(serverId: string, skill: SkillDetail): Promise<void> {
    if (skill.manifest.kind !== "files") {
      throw new ConnectionError({
        code: "not-pinnable",
        message:
          skill.manifest.kind === "dynamic"
            ? "A dynamic skill has no fixed content, so there is nothing to remember."
            : "The server gives no manifest for this skill, so there is nothing to remember.",
      });
    }
    const files = skill.manifest.files.map(({ uri, digest = "" }) => ({ uri, digest }));
    this.pins.set(key(serverId, skill.uri), { serverId, uri: skill.uri, at: Date.now(), files });
    await this.save();
  }

  async clear(serverId: string, uri: string): Promise<void> {
    this.pins.delete(key(serverId, uri));
    await this.save();
  }

  /** Forgets everything of a server that was removed or now points elsewhere. */
  async forget(serverId: string): Promise<void> {
    for (const [name, pin] of this.pins) if (pin.serverId === serverId) this.pins.delete(name);
    await this.save();
  }

  /** What changed, came and went since a skill was pinned; null when it was not. */
  difference(serverId: string, skill: SkillDetail): PinDifference | null {
    const pin = this.pins.get(key(serverId, skill.uri));
    if (!pin) return null;
    const before = new Map(pin.files.map(({ uri, digest }) => [uri, digest]));
    const now = skill.manifest.kind === "files" ? skill.manifest.files : [];
    const after = new Map(now.map(({ uri, digest = "" }) => [uri, digest]));
    return {
      at: pin.at,
      changed: [...after]
        .filter(([uri, digest]) => before.has(uri) && before.get(uri) !== digest)
        .map(([uri]) => uri),
      added: [...after.keys()].filter((uri) => !before.has(uri)),
      removed: [...before.keys()].filter((uri) => !after.has(uri)),
      dynamic: skill.manifest.kind !== "files",
    };
  }

  /** All skills of a server that were pinned, with what changed since. */
  differences(serverId: string, skills: Iterable<SkillDetail>): Record<string, PinDifference> {
    const found: Record<string, PinDifference> = {};
    for (const skill of skills) {
      const difference = this.difference(serverId, skill);
      if (difference) found[skill.uri] = difference;
    }
    return found;
  }

  private save(): Promise<void> {
    return this.file.save({ version: 1, pins: [...this.pins.values()] });
  }
}

function key(serverId: string, uri: string): string {
  return `${serverId}\n${uri}`;
}
