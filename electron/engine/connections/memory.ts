import type { WireHandlers, WireMessage, WireTransport } from "./wire";

/** A peer in the same process, e.g. the built-in skill server: message texts in, message texts out. */
export interface MemoryPeer {
  session(send: (text: string) => void): { receive(text: string): void; close(): void };
}

/** Carries messages to a peer in this process, each in its own turn of the event loop, as a real pipe would. */
export class MemoryTransport implements WireTransport {
  readonly kind = "memory" as const;
  handlers!: WireHandlers;
  private session: { receive(text: string): void; close(): void } | undefined;
  private closed = false;

  constructor(private readonly peer: () => Promise<MemoryPeer>) {}

  async start(): Promise<void> {
    const peer = await this.peer();
    this.session = peer.session((text) => setImmediate(() => !this.closed && this.handlers.onText(text)));
  }

  async send(text: string, _message: WireMessage): Promise<void> {
    if (this.closed || !this.session) throw new Error("the connection is closed");
    const session = this.session;
    setImmediate(() => !this.closed && session.receive(text));
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.session?.close();
    this.handlers.onClose({ reason: "asked", message: "Disconnected." });
  }
}
