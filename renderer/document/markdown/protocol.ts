import type { Token } from "./colour";
import type { RenderedMarkdown } from "./render";

/** What the worker is asked. */
export type WorkerTask =
  | { kind: "markdown"; text: string; firstLine: number }
  | { kind: "colour"; text: string; language: string };

/** What it answers; `failed` when the task threw. */
export type WorkerAnswer =
  | { id: number; kind: "markdown"; value: RenderedMarkdown }
  | { id: number; kind: "colour"; value: Token[][] }
  | { id: number; kind: "failed"; reason: string };

export interface WorkerRequest {
  id: number;
  task: WorkerTask;
}
