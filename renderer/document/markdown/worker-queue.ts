import type { Token } from "./colour";
import { RENDER_TIMEOUT_MS } from "./limits";
import type { WorkerAnswer, WorkerTask } from "./protocol";
import type { RenderedMarkdown } from "./render";

/** The part of `Worker` that the queue uses; a test drives it with a thread of its own. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: unknown) => void) | null;
}

interface Job {
  id: number;
  task: WorkerTask;
  settle(answer: WorkerAnswer | { kind: "timeout" } | { kind: "lost" }): void;
}

/** Loading the worker's code may take longer than a task on a slow disk, but not for ever. */
const LOAD_TIMEOUT_MS = 15_000;

/**
 * Runs one task after another in one worker, which is ended and replaced when a task takes longer than the limit.
 * A task that was given up before its turn is never sent.
 */
export class WorkerQueue {
  private worker: WorkerLike | undefined;
  private ready = false;
  private running: Job | undefined;
  private readonly waiting: Job[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private nextId = 1;

  constructor(
    private readonly start: () => WorkerLike,
    private readonly timeoutMs = RENDER_TIMEOUT_MS,
  ) {}

  /** Starts the worker before it is needed: loading its code takes longer than most texts. */
  warm(): void {
    if (!this.worker) this.launch();
  }

  /** Renders a markdown body. Never rejects: whatever goes wrong is a `refused` with its reason. */
  async markdown(text: string, firstLine: number, signal?: AbortSignal): Promise<RenderedMarkdown> {
    const answer = await this.run({ kind: "markdown", text, firstLine }, signal);
    if (answer.kind === "markdown") return answer.value;
    return { kind: "refused", reason: this.explain(answer) };
  }

  /** Colours a text by lines; undefined when that failed or took too long: the text is then shown plain. */
  async colour(text: string, language: string, signal?: AbortSignal): Promise<Token[][] | undefined> {
    const answer = await this.run({ kind: "colour", text, language }, signal);
    return answer.kind === "colour" ? answer.value : undefined;
  }

  private explain(answer: { kind: string; reason?: string }): string {
    if (answer.kind === "timeout") return `it was not rendered within ${this.timeoutMs / 1000} s`;
    if (answer.kind === "lost") return "the renderer could not be started";
    return `the renderer failed on it: ${answer.reason ?? "no reason given"}`;
  }

  private run(task: WorkerTask, signal?: AbortSignal): Promise<Parameters<Job["settle"]>[0]> {
    return new Promise((resolve) => {
      const job: Job = { id: this.nextId++, task, settle: resolve };
      this.waiting.push(job);
      signal?.addEventListener("abort", () => this.drop(job), { once: true });
      this.next();
    });
  }

  private drop(job: Job): void {
    const at = this.waiting.indexOf(job);
    if (at < 0) return;
    this.waiting.splice(at, 1);
    job.settle({ kind: "lost" });
  }

  private next(): void {
    if (this.running || this.waiting.length === 0) return;
    this.running = this.waiting.shift()!;
    if (!this.worker) this.launch();
    else if (this.ready) this.send(this.running);
  }

  private launch(): void {
    const worker = this.start();
    this.worker = worker;
    this.ready = false;
    worker.onmessage = ({ data }) => (data === "ready" ? this.loaded() : this.finish(data as WorkerAnswer));
    worker.onerror = () => this.fail("lost");
    this.timer = setTimeout(() => this.fail("lost"), LOAD_TIMEOUT_MS);
  }

  private loaded(): void {
    clearTimeout(this.timer);
    this.ready = true;
    if (this.running) this.send(this.running);
  }

  private send(job: Job): void {
    this.timer = setTimeout(() => this.fail("timeout"), this.timeoutMs);
    this.worker!.postMessage({ id: job.id, task: job.task });
  }

  private finish(answer: WorkerAnswer): void {
    if (answer.id !== this.running?.id) return;
    clearTimeout(this.timer);
    const job = this.running;
    this.running = undefined;
    job.settle(answer);
    this.next();
  }

  private fail(kind: "timeout" | "lost"): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = undefined;
    const job = this.running;
    this.running = undefined;
    job?.settle({ kind });
    this.next();
    if (kind === "timeout") this.warm();
  }
}
