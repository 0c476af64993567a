import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ProcessEntry } from "./rig.ts";

const PROGRAM = fileURLToPath(
  new URL(`./other-process${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url),
);

export type ProcessTask = {
  /** What the ids of its entries begin with. */
  readonly name: string;
  /** How many batches it appends; all that it can until it is killed where this is `forever`. */
  readonly batches: number | "forever";
  /** Entries in a batch. Default 1. */
  readonly size?: number;
};

/** A process that appends to the session of the cases. */
export type OtherProcess = {
  /** Resolves once it has opened its store. */
  opened: Promise<void>;
  /** Lets it begin, which it does as soon as it has opened its store. */
  begin(): void;
  /** The ids of each batch that was acknowledged so far. */
  acknowledged: readonly (readonly string[])[];
  /** How often its store could not write, as `store-failed` or another error that allows for another attempt. */
  refusals(): number;
  /** Ends it at once, whatever it is doing. */
  kill(): void;
  /** Resolves when it is gone, with what it wrote to its error output where it failed by itself. */
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
