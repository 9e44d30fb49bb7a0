import { parentPort } from "node:worker_threads";
import { Judge } from "./judge";
import { decode, encode, type WorkerRequest, type WorkerResponse, type WorkerTask } from "./protocol";

/** The worker's side: one Judge, driven by messages that come in batches. */
let judge: Judge | undefined;

function answer(request: WorkerRequest): unknown {
  switch (request.kind) {
    case "begin":
      judge = new Judge(request.server, request.briefs, request.profiles);
      return null;
    case "take":
      return judge?.take(request.skill, request.bodies);
    case "complete":
      return judge?.complete(request.uri, request.extra, request.bodies, request.patch, request.hold);
    case "finish":
      return judge?.finish(request.server);
  }
}

parentPort?.on("message", (batch: string | WorkerTask[]) => {
  const responses: WorkerResponse[] = decode(batch).map(({ id, request }) => {
    try {
      return { id, value: answer(request) };
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  });
  parentPort?.postMessage(encode(responses, false));
});
