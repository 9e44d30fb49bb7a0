/** What the engine asks of the machine it runs on; the desktop and the browser host each give their own. */
export interface Platform {
  /** Opens an http(s) address outside the app. @throws PlatformError for any other address, or where it cannot */
  openExternal(url: string): Promise<void>;
  /** Folder dialog. Null when it was cancelled. @throws PlatformError `unavailable` where the host has none */
  pickFolder(): Promise<string | null>;
}

/** Where secrets are kept: the system's store on the desktop, memory elsewhere. Never a file in the clear. */
export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  kind: "system" | "memory";
}

/** Why the machine did not do what was asked; the message is for the user. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  constructor(
    readonly code: "unavailable" | "refused",
    message: string,
  ) {
    super(message);
  }
}

/**
 * The address to hand to the system's opener, normalised, so that no character of it means anything to a shell.
 * @throws PlatformError `refused` for everything that is no plain http(s) address
 */
export function externalUrl(raw: string): string {
  const refuse = (why: string) => new PlatformError("refused", `This address is not opened: ${why}.`);
  if (raw.length > 8_000) throw refuse("it is longer than 8,000 characters");
  if (/[\u0000-\u0020\u007f-\u009f\\]/.test(raw))
    throw refuse("it holds a space, backslash or control character");
  const url = parse(raw);
  if (!url) throw refuse("it is not a whole address");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw refuse(`only http and https lead out of the app, not ${url.protocol}`);
  }
  if (url.username !== "" || url.password !== "")
    throw refuse("it holds a user name, which can disguise its host");
  return url.href;
}

/** Keeps secrets for as long as the program runs. */
export function createMemorySecrets(): SecretStore {
  const kept = new Map<string, string>();
  return {
    kind: "memory",
    get: async (key) => kept.get(key),
    set: async (key, value) => void kept.set(key, value),
    delete: async (key) => void kept.delete(key),
  };
}

function parse(raw: string): URL | undefined {
  try {
    return new URL(raw);
  } catch {
    return undefined;
  }
}
