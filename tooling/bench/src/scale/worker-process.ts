import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { WorkerLine, WorkerTask } from "./worker.ts";

/** A worker in another process. */
export type WorkerProcess = {
  /** Resolves when the worker can begin. Rejects if it ends before. */
  readonly ready: Promise<void>;
  begin(): void;
  /** Kills the process, without a chance to finish a write. */
  kill(): Promise<void>;
  /** Ends the worker after its current turns, and kills it if they take longer than 10 seconds. */
  end(): Promise<void>;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<void>;
};

const LONGEST_END = 10_000;

export function startWorker(task: WorkerTask, receive: (line: WorkerLine) => void): WorkerProcess {
  const file = new URL("worker.ts", import.meta.url).pathname;
  const flags = ["--conditions=@cutpoint/source", file, JSON.stringify(task)];
  const child = spawn(process.execPath, flags, { stdio: ["pipe", "pipe", "ignore"] });
  // A killed process closes its input.
  child.stdin.on("error", () => {});
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const read = once(lines, "close");
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  lines.on("line", (text) => {
    const line = parseLine(text);
    if (line === null) return;
    if (line.type === "ready") resolve();
    receive(line);
  });
  void exited.then(() => reject(new Error("a worker ended before it was ready")));
  ready.catch(() => {});
  const ended = Promise.all([exited, read]).then(() => {});
  return {
    ready,
    begin: () => void child.stdin.write("begin\n"),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async end() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), LONGEST_END);
      await ended;
      clearTimeout(timer);
    },
    ended,
  };
}

/** Returns `null` for a line that a kill cut off. */
function parseLine(text: string): WorkerLine | null {
  try {
    return JSON.parse(text) as WorkerLine;
  } catch {
    return null;
  }
}
