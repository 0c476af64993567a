import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { userMessage } from "@cutpoint/core";
import type { Entry, SessionStore } from "@cutpoint/session";
import type { ReadOptions } from "@cutpoint/session/store";

export const SESSION = "session";

/** A temporary folder for one test, removed at its end. */
export type LogFolder = AsyncDisposable & {
  readonly directory: string;
  /** Returns the path of the only log in the folder. */
  file(): Promise<string>;
  bytes(): Promise<Buffer>;
  overwrite(bytes: Uint8Array | string): Promise<void>;
};

export async function logFolder(): Promise<LogFolder> {
  const directory = await mkdtemp(join(tmpdir(), "cutpoint-"));
  async function file(): Promise<string> {
    const names = await readdir(directory);
    const name = names.find((each) => each.endsWith(".jsonl")) ?? "there is no log";
    return join(directory, name);
  }
  return {
    directory,
    file,
    bytes: async () => readFile(await file()),
    overwrite: async (bytes) => writeFile(await file(), bytes),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}

export function message(id: string, parentId: string | null = null, text = `text of ${id}`): Entry {
  return { id, type: "message", parentId, at: 1_700_000_000_000, message: userMessage(text) };
}

/** Appends entries one by one to a session that ends in `head`. */
export async function appendEach(
  store: SessionStore,
  ids: readonly string[],
  head: string | null = null,
): Promise<void> {
  let expectedHead = head;
  for (const id of ids) {
    const result = await store.append(SESSION, [message(id, expectedHead)], { expectedHead });
    if (result.type !== "appended") throw new Error(`${id}: ${JSON.stringify(result)}`);
    expectedHead = id;
  }
}

export async function readIds(
  store: SessionStore,
  options?: ReadOptions,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const entry of store.read(SESSION, options)) ids.push(entry.id);
  return ids;
}
