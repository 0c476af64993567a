import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { type ImportedSession, type ImportedThread, readSession } from "@cutpoint/readers";
import type { Output } from "./command.ts";
import { eachSecond } from "./each-second.ts";
import { readOpencodeSession } from "./opencode-database.ts";
import { pathStats } from "./path-stats.ts";
import { isDatabase, isStoreFile } from "./sqlite-file.ts";
import { isStoreAddress, openExistingStore } from "./store-flag.ts";
import { storedLog } from "./stored-log.ts";

/**
 * Reads a session from a file, a store, or from standard input for `-`. Prints the progress each second.
 *
 * @param sessionId a session of a store or of a database of opencode; default: the newest
 */
export async function readInput(
  path: string,
  { printError }: Pick<Output, "printError">,
  sessionId?: string,
): Promise<ImportedSession> {
  if (isStoreAddress(path)) return readStored(path, printError, sessionId);
  const size = path === "-" ? null : await sizeOf(path);
  if (path !== "-" && (await isDatabase(path)))
    return (await isStoreFile(path))
      ? readStored(`sqlite:${path}`, printError, sessionId)
      : readSession(await readOpencodeSession(path, sessionId));
  if (sessionId !== undefined)
    throw new Error(
      `--session is given, but ${path} is one session: expected a store or a database`,
    );
  const total = size === null ? "" : ` of ${megabytes(size)}`;
  return readSession(path === "-" ? process.stdin : bytesOf(path), {
    onProgress: eachSecond((bytes: number) => {
      printError(`${megabytes(bytes)}${total} MB`);
    }),
  });
}

async function readStored(
  address: string,
  report: (line: string) => void,
  sessionId?: string,
): Promise<ImportedSession> {
  await using store = await openExistingStore(address);
  return await readSession(storedLog(store, sessionId, report));
}

/** Reads a session as {@link readInput} does. Prints a line about the problems, if there are any. */
export async function readAndReport(
  path: string,
  output: Output,
  sessionId?: string,
): Promise<ImportedSession> {
  const session = await readInput(path, output, sessionId);
  const problems = session.problems.map(({ code, line, count }) =>
    line === 0 ? `${count} × ${code}` : `${count} × ${code} (first in line ${line})`,
  );
  if (problems.length > 0) output.printError(`problems: ${problems.join(", ")}`);
  return session;
}

function bytesOf(path: string): AsyncIterable<Uint8Array> {
  const file = createReadStream(path);
  if (!path.endsWith(".gz")) return file;
  const plain = createGunzip();
  file.on("error", (error) => plain.destroy(error)).pipe(plain);
  return plain;
}

async function sizeOf(path: string): Promise<number> {
  const stats = await pathStats(path);
  if (stats.isDirectory()) throw new Error(`${path} is a folder: expected the file of one session`);
  return stats.size;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

/** Returns the main conversation of a session. */
export function mainThread({ threads }: ImportedSession): ImportedThread {
  const [main] = threads;
  if (main === undefined || main.items.length === 0) throw new Error("the session has no messages");
  return main;
}
