import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { type ImportedSession, type ImportedThread, readSession } from "@cutpoint/readers";
import type { Output } from "./command.ts";
import { eachSecond } from "./each-second.ts";
import { isDatabase, newestOpencodeSession } from "./opencode-database.ts";
import { pathStats } from "./path-stats.ts";

/**
 * Reads a session from a file, or from standard input for `-`. Of a database of opencode, reads the newest session. Prints
 * the progress each second.
 */
export async function readInput(
  path: string,
  { printError }: Pick<Output, "printError">,
): Promise<ImportedSession> {
  const size = path === "-" ? null : await sizeOf(path);
  if (path !== "-" && (await isDatabase(path)))
    return readSession(await newestOpencodeSession(path));
  const total = size === null ? "" : ` of ${megabytes(size)}`;
  return readSession(path === "-" ? process.stdin : bytesOf(path), {
    onProgress: eachSecond((bytes: number) => {
      printError(`${megabytes(bytes)}${total} MB`);
    }),
  });
}

/** Reads a session as {@link readInput} does. Prints a line about the problems, if there are any. */
export async function readAndReport(path: string, output: Output): Promise<ImportedSession> {
  const session = await readInput(path, output);
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
