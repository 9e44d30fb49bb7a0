/**
 * The client that the official suite starts. The engine runs inside the test, so this only tells the test where the
 * suite's server is, and ends when the engine is done with it: with 0, or with 1 and the reason.
 *
 *   node relay.mjs <address of the test> <address of the suite's server>
 */
const [test, server] = process.argv.slice(2);
const response = await fetch(test, { method: "POST", body: server });
process.stderr.write(`${await response.text()}\n`);
process.exitCode = response.ok ? 0 : 1;
