/** What the engine asks of the machine it runs on; the desktop and the browser host each give their own. */
export interface Platform {
  /** Opens an http(s) address outside the app. Throws with a readable message for any other scheme. */
  openExternal(url: string): Promise<void>;
  /** Folder dialog. Null when it was cancelled; throws `unavailable` where the host has none. */
  pickFolder(): Promise<string | null>;
}

/** Where secrets are kept: the system's store on the desktop, memory elsewhere. Never a file in the clear. */
export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  kind: "system" | "memory";
}
