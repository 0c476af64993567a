import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { Pool } from "pg";

/** A place of one conversation's threads. */
export type SaverPlace = AsyncDisposable & {
  readonly saver: () => BaseCheckpointSaver;
  /** As after the process has ended. */
  readonly restart: () => Promise<void>;
};

/** Threads in the process's memory. */
export async function memoryPlace(): Promise<SaverPlace> {
  let saver = new MemorySaver();
  return {
    saver: () => saver,
    async restart() {
      saver = new MemorySaver();
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** Threads in a file. */
export async function sqlitePlace(): Promise<SaverPlace> {
  const folder = await mkdtemp(join(tmpdir(), "cutpoint-threads-"));
  const open = (): SqliteSaver => SqliteSaver.fromConnString(join(folder, "threads.sqlite"));
  let saver = open();
  return {
    saver: () => saver,
    async restart() {
      close(saver);
      saver = open();
    },
    async [Symbol.asyncDispose]() {
      close(saver);
      await rm(folder, { recursive: true });
    },
  };
}

/** The types of the driver are not there. */
function close({ db }: { readonly db: unknown }): void {
  (db as { close(): void }).close();
}

/** Threads on a server. */
export async function postgresPlace(connectionString: string): Promise<SaverPlace> {
  const open = async (): Promise<PostgresSaver> => {
    const pool = new Pool({ connectionString });
    pool.on("error", () => {});
    const saver = new PostgresSaver(pool);
    await saver.setup();
    return saver;
  };
  let saver = await open();
  return {
    saver: () => saver,
    async restart() {
      await saver.end();
      saver = await open();
    },
    [Symbol.asyncDispose]: async () => saver.end(),
  };
}
