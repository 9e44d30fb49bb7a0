import { Worker } from "node:worker_threads";
import {
  carriesBytes,
  decode,
  encode,
  type WorkerAnswers,
  type WorkerRequest,
  type WorkerResponse,
  type WorkerTask,
} from "./protocol";

/** Requests of so many milliseconds go to the worker together: waking a thread for each costs more than the wait. */
const BATCH_MS = 3;

let spare: { file: string; client: WorkerClient } | undefined;

/**
 * Starts a worker ahead of the run that will ask for one: it loads the rules meanwhile. For a process that ends by
 * itself, since the worker goes with it.
 * @param file the built worker
 */
export function warmWorker(file: string): void {
  spare ??= { file, client: new WorkerClient(file) };
}

/** The worker of one run: the one that was started ahead, else a new one. @param file the built worker */
export function openWorker(file: string): WorkerClient {
  const ready = spare?.file === file ? spare.client : undefined;
  if (!ready) return new WorkerClient(file);
  spare = undefined;
  return ready;
}

/** The collector's side of the inspection worker: requests go out in batches. */
export class WorkerClient {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private queue: WorkerTask[] = [];
  private nextId = 1;
  private failed: Error | undefined;

  /** @param file the built worker */
  constructor(file: string) {
    this.worker = new Worker(file);
    this.worker.on("message", (responses: string | WorkerResponse[]) => {
      for (const { id, value, error } of decode(responses)) {
        const entry = this.waiting.get(id);
        this.waiting.delete(id);
        if (error === undefined) entry?.resolve(value);
        else entry?.reject(new Error(error));
      }
    });
    this.worker.on("error", (error) => this.fail(error as Error));
    this.worker.on("exit", (code) => this.fail(new Error(`the inspection worker ended with code ${code}`)));
  }

  /** Sends one request. @throws Error when the worker failed over it */
  ask<K extends WorkerRequest["kind"]>(
    request: Extract<WorkerRequest, { kind: K }>,
  ): Promise<WorkerAnswers[K]> {
    if (this.failed) return Promise.reject(this.failed);
    const id = this.nextId++;
    if (this.queue.push({ id, request }) === 1) setTimeout(() => this.flush(), BATCH_MS);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private flush(): void {
    const batch = this.queue;
    this.queue = [];
    this.worker.postMessage(
      encode(
        batch,
        batch.some(({ request }) => carriesBytes(request)),
      ),
    );
  }

  private fail(error: Error): void {
    this.failed = error;
    for (const entry of this.waiting.values()) entry.reject(error);
    this.waiting.clear();
  }
}
