import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ProcessEntry } from "./rig.ts";

const PROGRAM = fileURLToPath(
  new URL(`./other-process${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url),
);

export type ProcessTask = {
  /** Prefix of its entry ids. */
  readonly name: string;
  /** Number of batches, or `forever` until it is killed. */
  readonly batches: number | "forever";
  /** Entries in a batch. Default: 1. */
  readonly size?: number;
};

/** A process that appends to {@link SESSION}. */
export type OtherProcess = {
  /** Resolves after it has opened its store. */
  opened: Promise<void>;
  /** Starts writing as soon as the store is open. */
  begin(): void;
  /** Ids of each acknowledged batch. */
  acknowledged: readonly (readonly string[])[];
  /** Number of failed appends that can be tried again, such as `store-failed`. */
  refusals(): number;
  /** Kills the process. */
  kill(): void;
  /** Resolves when it has ended, with its error output if it failed. */
  ended: Promise<string | null>;
};

export function startProcess(processEntry: ProcessEntry, order: ProcessTask): OtherProcess {
  const { module, argument, flags = [] } = processEntry;
  const { name, batches, size = 1 } = order;
  const child = spawn(
    process.execPath,
    ["--no-warnings", ...flags, PROGRAM, module, argument, name, String(batches), String(size)],
    { stdio: ["pipe", "pipe", "pipe"] },
  );
  const acknowledged: string[][] = [];
  let refusals = 0;
  let complaint = "";
  const opened = Promise.withResolvers<void>();
  child.stdin.on("error", () => undefined);
  child.stderr.on("data", (text: Buffer) => (complaint += text.toString()));
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    if (line === "open") opened.resolve();
    else if (line.startsWith("refused")) refusals += 1;
    else acknowledged.push(line.split(" "));
  });
  const closed = once(lines, "close");
  const ended = once(child, "exit").then(async ([code]: unknown[]) => {
    await closed;
    opened.resolve();
    return code === 0 || code === null ? null : complaint;
  });
  return {
    opened: opened.promise,
    begin: () => child.stdin.end("begin"),
    acknowledged,
    refusals: () => refusals,
    kill: () => child.kill("SIGKILL"),
    ended,
  };
}
