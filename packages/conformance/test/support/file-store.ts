import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { CutpointError } from "@cutpoint/core";
import type { Entry, SessionStore } from "@cutpoint/session";
import type { AppendOptions } from "@cutpoint/session/store";
import type { StoreRig } from "../../src/store/rig.ts";
import { createReferenceStore, type ReferenceStore } from "./reference-store.ts";

/** Fault of a store that keeps its logs in a file. */
export type FileFault =
  | "none"
  /** Reads the file only once. */
  | "reads once"
  /** Does not lock the file. */
  | "no lock"
  /** Acknowledges before it writes the file. */
  | "writes later"
  /** Overwrites the file in two steps. */
  | "writes in halves"
  /** Keeps the lock until the process ends. */
  | "impatient";

type Opening = { readonly directory: string; readonly fault: FileFault };

/** The reference store with one file that is written as a whole. Correct, but slow. */
function createFileStore({ directory, fault }: Opening): ReferenceStore {
  const file = join(directory, "logs.json");
  const lock = join(directory, "lock.db");
  const logs = new Map<string, readonly string[]>();
  const store = createReferenceStore(logs);
  let isLoaded = false;

  function load(): void {
    if (fault === "reads once" && isLoaded) return;
    isLoaded = true;
    const text = existsSync(file) ? readFileSync(file, "utf8") : "[]";
    logs.clear();
    try {
      for (const [id, texts] of JSON.parse(text) as [string, string[]][]) logs.set(id, texts);
    } catch (cause) {
      throw new CutpointError("corrupt-log", "the file is no log", { cause });
    }
  }

  async function save(): Promise<void> {
    const text = JSON.stringify([...logs]);
    if (fault === "writes later") {
      const write = (): void => {
        // The test may have ended and removed the folder.
        if (existsSync(directory)) writeFileSync(file, text);
      };
      setTimeout(write, 200).unref();
      return;
    }
    if (fault === "writes in halves") {
      writeFileSync(file, text.slice(0, text.length / 2));
      await delay(20);
      writeFileSync(file, text);
      return;
    }
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  }

  async function alone<Result>(run: () => Promise<Result>): Promise<Result> {
    if (fault === "no lock") await delay(1);
    if (fault === "no lock" || fault.startsWith("writes")) return run();
    for (;;) {
      if (fault === "impatient" && kept.has(lock)) return run();
      const held = tryLock(lock);
      if (held === null) {
        if (fault === "impatient")
          throw new CutpointError("store-failed", "another process writes");
        await delay(1);
        continue;
      }
      if (fault === "impatient") kept.set(lock, held);
      try {
        return await run();
      } finally {
        if (fault !== "impatient") held.close();
      }
    }
  }

  return {
    ...store,
    append: (sessionId: string, entries: readonly Entry[], options: AppendOptions) =>
      alone(async () => {
        load();
        if (fault === "no lock") await delay(1);
        const result = await store.append(sessionId, entries, options);
        if (result.type === "appended") await save();
        return result;
      }),
    async *read(sessionId, options) {
      load();
      yield* store.read(sessionId, options);
    },
    async *sessions() {
      load();
      yield* store.sessions();
    },
    delete: (sessionId) =>
      alone(async () => {
        load();
        const existed = await store.delete(sessionId);
        await save();
        return existed;
      }),
  };
}

/** Locks that this process keeps. */
const kept = new Map<string, DatabaseSync>();

/** Lock of the operating system, which is released when the process ends. `null` if another process has it. */
function tryLock(path: string): DatabaseSync | null {
  const lock = new DatabaseSync(path);
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch {
    lock.close();
    return null;
  }
}

/** Opens the store in another process. */
export async function openStore(argument: string): Promise<SessionStore> {
  return createFileStore(JSON.parse(argument) as Opening);
}

export function fileRig(kind: "durable" | "shared", fault: FileFault = "none"): StoreRig {
  return {
    kind,
    async create() {
      const directory = await mkdtemp(join(tmpdir(), "cutpoint-"));
      const opening: Opening = { directory, fault };
      return {
        open: async () => createFileStore(opening),
        processEntry: {
          module: import.meta.url,
          argument: JSON.stringify(opening),
          flags: ["--conditions=@cutpoint/source"],
        },
        [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
      };
    },
  };
}
