/** Running operations by the id their caller gave them, so that each can be cancelled. */
export class Operations {
  private readonly running = new Map<string, AbortController>();

  /** Runs `work` under an id; an id in use is cancelled first. */
  async run<T>(op: string | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    if (op === undefined) return work(controller.signal);
    this.running.get(op)?.abort();
    this.running.set(op, controller);
    try {
      return await work(controller.signal);
    } finally {
      if (this.running.get(op) === controller) this.running.delete(op);
    }
  }

  /** @returns whether there was something to cancel. */
  cancel(op: string): boolean {
    const controller = this.running.get(op);
    controller?.abort();
    return controller !== undefined;
  }

  cancelAll(): void {
    for (const controller of this.running.values()) controller.abort();
  }
}
