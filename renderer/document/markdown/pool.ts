import { type WorkerLike, WorkerQueue } from "./worker-queue";

/** The app's one renderer of hostile text. The worker starts along with the page that reads. */
export const renderQueue = new WorkerQueue(
  () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }) as unknown as WorkerLike,
);
renderQueue.warm();
