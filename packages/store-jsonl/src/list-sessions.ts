import { join } from "node:path";
import { wrapStoreError } from "@cutpoint/session/store";
import type { Disk } from "./disk.ts";
import { FILE_NAME, fileName } from "./file-name.ts";
import { readSessionId } from "./log-header.ts";
import { hasEntries, type LogReader } from "./log-reader.ts";

/** The sessions of a folder that have an entry; copies of logs under other names are none. */
export async function* sessionsIn(
  disk: Disk,
  directory: string,
  readerOf: (sessionId: string) => LogReader,
): AsyncGenerator<string> {
  const names = await disk.list(directory).catch(wrapStoreError("list", directory));
  for (const name of names.filter((name) => FILE_NAME.test(name))) {
    const path = join(directory, name);
    const sessionId = await readSessionId(disk, path).catch(wrapStoreError("read", path));
    if (sessionId === null || fileName(sessionId) !== name) continue;
    if (await hasEntries(readerOf(sessionId)).catch(wrapStoreError("read", path))) yield sessionId;
  }
}
