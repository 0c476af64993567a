import { join } from "node:path";
import { isCutpointError, wrapStoreError } from "@cutpoint/session/store";
import type { Disk } from "./disk.ts";
import { FILE_NAME, fileName } from "./file-name.ts";
import { readSession } from "./log-header.ts";

/** Errors of the system that concern one file alone: a folder in its place, a link to itself, no permission. */
const OF_ONE_FILE: ReadonlySet<unknown> = new Set(["EISDIR", "ELOOP", "ENXIO", "EACCES", "EPERM"]);

/** How many files are read at once: a folder may have a hundred thousand. */
const AT_ONCE = 16;

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
  const all = await disk.list(directory).catch(wrapStoreError("list", directory));
  const names = all.filter((name) => FILE_NAME.test(name));
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const some = names.slice(start, start + AT_ONCE);
    const found = await Promise.all(some.map((name) => sessionIn(name)));
    for (const sessionId of found) if (sessionId !== null) yield sessionId;
  }

  async function sessionIn(name: string): Promise<string | null> {
    const path = join(directory, name);
    try {
      const session = await readSession(disk, path);
      const isHere = session?.hasEntries === true && fileName(session.sessionId) === name;
      return isHere ? session.sessionId : null;
    } catch (cause) {
      if (!isOfOneFile(cause)) return wrapStoreError("read", path)(cause);
      onFault(path, cause);
      return null;
    }
  }
}

function isOfOneFile(cause: unknown): boolean {
  if (isCutpointError(cause)) return true;
  return cause instanceof Error && "code" in cause && OF_ONE_FILE.has(cause.code);
}
