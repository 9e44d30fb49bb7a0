import { colourLines } from "./colour";
import type { WorkerAnswer, WorkerRequest } from "./protocol";
import { renderMarkdown } from "./render";

/** The thread in which hostile text is parsed; `WorkerPool` ends it when it takes too long. */
self.addEventListener("message", (event: MessageEvent<WorkerRequest>) => {
  const { id, task } = event.data;
  self.postMessage(answer(id, task));
});
// Tells the pool that the code is loaded: the time for a task starts only now.
self.postMessage("ready");

function answer(id: number, task: WorkerRequest["task"]): WorkerAnswer {
  try {
    return task.kind === "markdown"
      ? { id, kind: "markdown", value: renderMarkdown(task.text, task.firstLine) }
      : { id, kind: "colour", value: colourLines(task.text, task.language) };
  } catch (error) {
    return { id, kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}
