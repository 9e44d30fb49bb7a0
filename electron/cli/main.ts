import { warmWorker } from "../engine/inspection/workers/worker-client";
import { WORKER_FILE } from "./paths";

const argv = process.argv.slice(2);
// The worker loads its rules in a thread of its own while this one loads the command and starts the server.
if (argv[0] === "check") warmWorker(WORKER_FILE);
const { run } = await import("./run");
await run(argv);
