import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type { Item } from "@cutpoint/core";
import { type ImportedSession, type ImportedThread, readSession } from "@cutpoint/readers";
import type { Output } from "./command.ts";
import { commandFailure } from "./command-failure.ts";
import { eachSecond } from "./each-second.ts";
import { withinMemory } from "./memory-limit.ts";
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
  // The size of a compressed file is not that of its content.
  const total = size === null || path.endsWith(".gz") ? "" : ` of ${megabytes(size)}`;
  return readSession(withinMemory(path === "-" ? process.stdin : bytesOf(path)), {
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

/**
 * Reads a session as {@link readInput} does. Prints what was not used, if anything was lost.
 *
 * @throws if no message is of the user
 */
export async function readAndReport(
  path: string,
  output: Output,
  sessionId?: string,
): Promise<ImportedSession> {
  const session = await readInput(path, output, sessionId);
  reportLosses(session, output);
  assertUserMessage(session, path);
  return session;
}

/** @throws if no message is of the user: the file is of another tool, or has lost its messages */
export function assertUserMessage(
  { records, source, threads }: ImportedSession,
  path: string,
): void {
  const hasWords = threads.some(({ items }) => items.some(isWrittenByUser));
  if (hasWords) return;
  throw commandFailure(
    `${path === "-" ? "standard input" : path} has no message of the user: ${records.used} of ${records.total} records were used (${source.format})`,
  );
}

/** Whether a person wrote an item. */
export function isWrittenByUser({ message }: Item): boolean {
  return message.role === "user" && message.provenance === "user";
}

function reportLosses({ problems: found, records }: ImportedSession, { printError }: Output): void {
  const problems = found.map(({ code, line, count }) =>
    line === 0 ? `${count} × ${code}` : `${count} × ${code} (first in line ${line})`,
  );
  if (problems.length > 0) printError(`problems: ${problems.join(", ")}`);
  if (records.unused.some(({ reason }) => reason !== "not-shown"))
    printError(`not used: ${unusedText(records)}`);
}

/** Describes the records that were not used: how many, how large and why. */
export function unusedText({ total, unused }: ImportedSession["records"]): string {
  const sum = (field: "records" | "messages" | "bytes"): number =>
    unused.reduce((all, each) => all + each[field], 0);
  const reasons = unused.map(
    ({ line, reason, records }) => `${records} ${reason} (first in line ${line})`,
  );
  const size = `${sum("messages")} with a message, ${(sum("bytes") / 1_000).toFixed(1)} kB`;
  return `${sum("records")} of ${total} records (${size})${reasons.length === 0 ? "" : `: ${reasons.join(", ")}`}`;
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
