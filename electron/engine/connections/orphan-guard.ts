import { type ChildProcess, spawn } from "node:child_process";

/**
 * Reads `+ PID` and `- PID` lines. When they end, which is when the app has ended in whatever way, the process groups
 * that are still there are ended, with descendants that have left them; first asked, a second later forced.
 */
const SCRIPT = `
trap '' HUP INT TERM
pids=
while read -r act pid; do
  case $act in
    +) pids="$pids $pid" ;;
    -) kept=; for p in $pids; do [ "$p" = "$pid" ] || kept="$kept $p"; done; pids=$kept ;;
  esac
done
[ -n "$pids" ] || exit 0
below() {
  ps -A -o pid= -o ppid= 2>/dev/null | while read -r child parent; do
    if [ "$parent" = "$1" ]; then echo "$child"; below "$child"; fi
  done
}
strays=
for p in $pids; do strays="$strays $(below "$p")"; done
signal() {
  for p in $pids; do kill -s "$1" -- "-$p" 2>/dev/null; done
  for p in $strays; do kill -s "$1" "$p" 2>/dev/null; done
}
signal TERM
sleep 1
signal KILL
exit 0
`;

let guard: ChildProcess | undefined;

/**
 * Starts the guard that has servers ended even when the app is killed and can do nothing itself: a small shell process
 * of its own waits for the end of the app. Called before a server is started, so that the moment between the two
 * is as short as can be. POSIX only; on Windows a server ends with its pipes or not at all.
 */
export function startGuard(): void {
  if (process.platform !== "win32") guard ??= start();
}

/** Puts a server's process group under the guard. */
export function guardProcess(pid: number): void {
  if (guard) tell(`+ ${pid}`);
}

/** The process has ended and needs no guard any more. */
export function releaseProcess(pid: number): void {
  if (guard) tell(`- ${pid}`);
}

function tell(line: string): void {
  if (guard?.stdin?.writable) guard.stdin.write(`${line}\n`);
}

function start(): ChildProcess {
  const child = spawn("/bin/sh", ["-c", SCRIPT, "skill-inspector-guard"], {
    stdio: ["pipe", "ignore", "ignore"],
    // A group of its own: what ends the app from a terminal must not end it first.
    detached: true,
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
  });
  // Without a shell there is no guard; servers are then ended by the app alone.
  child.on("error", () => {});
  child.stdin?.on("error", () => {});
  // It must not keep the app alive that it waits for.
  child.unref();
  (child.stdin as { unref?: () => void } | null)?.unref?.();
  return child;
}
