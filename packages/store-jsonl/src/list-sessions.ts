import { join } from "node:path";
import { isCutpointError, failedTo } from "@cutpoint/core/store";
import type { Disk } from "./disk.ts";
import { FILE_NAME, fileName } from "./file-name.ts";
import { readSession } from "./log-header.ts";

/** Errors of the system that concern one file alone: a folder in its place, a link to itself, no permission. */
const OF_ONE_FILE: ReadonlySet<unknown> = new Set(["EISDIR", "ELOOP", "ENXIO", "EACCES", "EPERM"]);

/**
 * The sessions of a folder that have an entry; copies of logs under other names are none.
 *
 * @param onFault called for each file that cannot be read, which takes no other with it
 */
export async function* sessionsIn(
  disk: Disk,
  directory: string,
  onFault: (path: string, cause: unknown) => void,
): AsyncGenerator<string> {
  const names = await disk.list(directory).catch(failedTo("list", directory));
  for (const name of names.filter((name) => FILE_NAME.test(name))) {
    const path = join(directory, name);
    try {
      const session = await readSession(disk, path);
      if (session === null || !session.hasEntries || fileName(session.sessionId) !== name) continue;
      yield session.sessionId;
    } catch (cause) {
      if (!isOfOneFile(cause)) failedTo("read", path)(cause);
      onFault(path, cause);
    }
  }
}

function isOfOneFile(cause: unknown): boolean {
  if (isCutpointError(cause)) return true;
  return cause instanceof Error && "code" in cause && OF_ONE_FILE.has(cause.code);
}
