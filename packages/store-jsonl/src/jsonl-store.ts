import { join } from "node:path";
import { CutpointError, isCutpointError } from "@cutpoint/core";
import type { AppendOptions, AppendResult, Entry, ReadOptions, SessionStore } from "@cutpoint/core";
import type { Disk } from "./disk.ts";
import { nodeDisk } from "./disk.ts";
import { FILE_NAME, fileName } from "./file-name.ts";
import { encodeBatch } from "./log-format.ts";
import { readSessionId } from "./log-header.ts";
import { entriesOf, hasEntries } from "./log-reader.ts";
import { createOpenLogs } from "./open-logs.ts";
import type { JsonlStoreOptions } from "./options.ts";

/**
 * A store of append-only files in a folder: one file a session, one line an append.
 *
 * @throws `invalid-input` where `directory` is not a path
 */
export function createJsonlStore(options: JsonlStoreOptions): SessionStore {
  return createJsonlStoreOn(nodeDisk, options);
}

/** {@link createJsonlStore} on a given disk. */
export function createJsonlStoreOn(disk: Disk, options: JsonlStoreOptions): SessionStore {
  const { directory } = options;
  if (typeof directory !== "string" || directory === "") {
    const given = JSON.stringify(directory);
    throw new CutpointError("invalid-input", `directory is ${given}: it should be a path`);
  }
  const logs = createOpenLogs(disk, options);
  let closed = false;

  function requireUsable(signal?: AbortSignal): void {
    if (closed) throw new CutpointError("closed", "the store was disposed of: create another one");
    if (signal?.aborted === true) {
      throw new CutpointError("aborted", "the signal was set", { cause: signal.reason });
    }
  }

  return {
    async append(
      sessionId: string,
      entries: readonly Entry[],
      options: AppendOptions,
    ): Promise<AppendResult> {
      requireUsable(options.signal);
      const batch = encodeBatch(entries);
      const { path, writer } = logs.of(sessionId);
      return writer.append(batch, options).catch(failed("append to", path));
    },

    async *read(sessionId: string, options: ReadOptions = {}): AsyncGenerator<Entry> {
      requireUsable(options.signal);
      const { path, reader } = logs.of(sessionId);
      try {
        for await (const entry of entriesOf(reader, options)) {
          requireUsable(options.signal);
          yield entry;
        }
      } catch (error) {
        failed("read", path)(error);
      }
    },

    async *sessions(): AsyncGenerator<string> {
      requireUsable();
      const names = await disk.list(directory).catch(failed("list", directory));
      for (const name of names.filter((name) => FILE_NAME.test(name))) {
        requireUsable();
        const path = join(directory, name);
        const sessionId = await readSessionId(disk, path).catch(failed("read", path));
        if (sessionId === null || fileName(sessionId) !== name) continue;
        const { reader } = logs.of(sessionId);
        if (await hasEntries(reader).catch(failed("read", path))) yield sessionId;
      }
    },

    async delete(sessionId: string): Promise<boolean> {
      requireUsable();
      const { path, writer } = logs.of(sessionId);
      return writer.remove().catch(failed("delete", path));
    },

    async [Symbol.asyncDispose](): Promise<void> {
      closed = true;
      await logs.close();
    },
  };
}

/** Lets errors of Cutpoint pass and makes `store-failed` of any other. */
function failed(verb: string, path: string): (error: unknown) => never {
  return (error) => {
    if (isCutpointError(error)) throw error;
    const reason = error instanceof Error ? `: ${error.message}` : "";
    throw new CutpointError("store-failed", `could not ${verb} ${path}${reason}`, { cause: error });
  };
}
