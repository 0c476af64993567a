import { type Server, startServer } from "@cutpoint/postgres-server";
import { printTable } from "../goals.ts";
import {
  measureBytesPerTurn,
  MESSAGES_BEFORE,
  WINDOW_TOKENS as BYTES_WINDOW,
} from "./bytes-per-turn.ts";
import { CLIENT_NAMES, MESSAGE_BYTES } from "./client.ts";
import { type LoadResult, runLoad } from "./load.ts";

const PROCESSES = [2, 4, 8];

const SESSIONS_PER_PROCESS = 8;

/** The largest ratio of bytes written to bytes of messages that is a pass. */
const MAX_RATIO = 2;

/**
 * Puts load on one PostgreSQL server with default durability, and prints what it takes.
 *
 * @param seconds of load in total, divided among the rows
 * @returns whether nothing was lost or doubled, and few bytes were written
 */
export async function scale(seconds: number): Promise<boolean> {
  const server = await startServer({ durable: true });
  if (typeof server === "string") {
    console.error(`not run: ${server}`);
    return false;
  }
  await using running = server;
  const isSmall = await printBytes(running);
  const results: LoadResult[] = [];
  for (const processes of PROCESSES)
    for (const client of CLIENT_NAMES) {
      const share = seconds / (PROCESSES.length * CLIENT_NAMES.length);
      const load = { client, processes, sessionsPerProcess: SESSIONS_PER_PROCESS, seconds: share };
      const result = await runLoad(running, load);
      console.error(`${processes} processes, ${client}: ${result.messagesPerSecond.toFixed(0)}/s`);
      results.push(result);
    }
  printLoad(results);
  const isWhole = results.every(
    ({ faults }) => faults === null || (faults.lost === 0 && faults.doubled === 0),
  );
  return isSmall && isWhole;
}

async function printBytes(server: Server): Promise<boolean> {
  const rows = [];
  for (const client of CLIENT_NAMES) rows.push(await measureBytesPerTurn(server, client));
  printTable(
    `A turn of two messages of ${MESSAGE_BYTES} bytes, after ${MESSAGES_BEFORE} messages, window of ${BYTES_WINDOW} tokens`,
    ["", "write-ahead log per turn", "bytes written per byte of text"],
    rows.map(({ client, written, ratio }) => [
      client,
      `${(written / 1000).toFixed(1)} kB`,
      ratio.toFixed(2),
    ]),
  );
  return rows.every(({ client, ratio }) => client !== "Cutpoint" || ratio <= MAX_RATIO);
}

function printLoad(results: readonly LoadResult[]): void {
  printTable(
    `Load of ${SESSIONS_PER_PROCESS} sessions per process, a kill every 3 s, a crash of the server in the middle`,
    [
      "processes",
      "",
      "messages/s",
      "open p50 · p99",
      "fit p50 · p99",
      "kills",
      "other ends",
      "errors",
      "lost",
      "doubled",
    ],
    results.map((result) => [
      String(result.load.processes),
      result.load.client,
      result.messagesPerSecond.toFixed(0),
      quantiles(result.open),
      quantiles(result.fit),
      String(result.kills),
      String(result.deaths),
      String(result.errors),
      String(result.faults?.lost ?? "–"),
      String(result.faults?.doubled ?? "–"),
    ]),
  );
}

function quantiles(times: readonly number[]): string {
  if (times.length === 0) return "–";
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): string =>
    (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  return `${at(0.5)} · ${at(0.99)} ms`;
}
