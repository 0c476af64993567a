import { join } from "node:path";
import { isCutpointError, wrapStoreError } from "@cutpoint/session/store";
import type { Disk } from "./disk.ts";
import { FILE_NAME, fileName } from "./file-name.ts";
import { readSession } from "./log-header.ts";

/** System errors that affect a single file: a folder with its name, a link to itself, missing permission. */
const SINGLE_FILE_CODES: ReadonlySet<unknown> = new Set([
  "EISDIR",
  "ELOOP",
  "ENXIO",
  "EACCES",
  "EPERM",
]);

/** Limits the open files, because a folder may contain 100,000 logs. */
const CONCURRENT_READS = 16;

/**
 * Lists the sessions of a folder that have at least one entry. Copies of logs under other names are skipped.
 *
 * @param onFault called for each file that cannot be read; the listing continues
 */
export async function* listSessions(
  disk: Disk,
  directory: string,
  onFault: (path: string, cause: unknown) => void,
): AsyncGenerator<string> {
  const all = await disk.list(directory).catch(wrapStoreError("list", directory));
  const names = all.filter((name) => FILE_NAME.test(name));
  for (let start = 0; start < names.length; start += CONCURRENT_READS) {
    const batch = names.slice(start, start + CONCURRENT_READS);
    const found = await Promise.all(batch.map((name) => findSession(name)));
    for (const sessionId of found) if (sessionId !== null) yield sessionId;
  }

  async function findSession(name: string): Promise<string | null> {
    const path = join(directory, name);
    try {
      const session = await readSession(disk, path);
      const isHere = session?.hasEntries === true && fileName(session.sessionId) === name;
      return isHere ? session.sessionId : null;
    } catch (cause) {
      if (!isSingleFileError(cause)) return wrapStoreError("read", path)(cause);
      onFault(path, cause);
      return null;
    }
  }
}

function isSingleFileError(cause: unknown): boolean {
  if (isCutpointError(cause)) return true;
  return cause instanceof Error && "code" in cause && SINGLE_FILE_CODES.has(cause.code);
}
