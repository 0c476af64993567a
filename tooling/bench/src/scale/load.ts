import { setTimeout as delay } from "node:timers/promises";
import type { Server } from "@cutpoint/postgres-server";
import { type Client, CLIENT_NAMES, type ClientName } from "./client.ts";
import { createClient } from "./clients.ts";
import type { WorkerLine } from "./worker.ts";
import { startWorkers } from "./worker-group.ts";

export type Load = {
  readonly client: ClientName;
  readonly processes: number;
  readonly sessionsPerProcess: number;
  readonly seconds: number;
};

/** Times are in ms. */
export type LoadResult = {
  readonly load: Load;
  readonly messagesPerSecond: number;
  readonly open: readonly number[];
  readonly fit: readonly number[];
  readonly kills: number;
  /** Processes that ended although nobody killed them. */
  readonly deaths: number;
  /** Errors that the clients threw. */
  readonly errors: number;
  /** `null` if the client cannot tell. */
  readonly faults: Faults | null;
};

type Faults = {
  /** Acknowledged messages that are not stored. */
  readonly lost: number;
  /** Messages that are stored more than once. */
  readonly doubled: number;
};

/** Connections of each process. 8 processes stay below the default limit of a server, which is 100. */
const CONNECTIONS = 4;

/** Small, so that each session is compacted within a minute. */
const WINDOW_TOKENS = 16_000;

/** Every so often, a process is killed and started again, in ms. */
const KILL_INTERVAL = 3000;

/**
 * Plays turns in several processes, each with its own sessions. Kills a process every 3 seconds, and crashes the server
 * in the middle.
 */
export async function runLoad(server: Server, load: Load): Promise<LoadResult> {
  const { client, processes, sessionsPerProcess, seconds } = load;
  const acknowledged = new Map<string, number>();
  const times = { open: [] as number[], fit: [] as number[] };
  let errors = 0;
  let messages = 0;
  let isMeasuring = true;
  const receive = (line: WorkerLine): void => {
    if (line.type === "stored") {
      acknowledged.set(line.sessionId, line.number);
      if (isMeasuring) messages += 1;
    } else if (line.type === "time") times[line.of].push(line.ms);
    else if (line.type === "error") errors += 1;
  };
  const { connectionString } = server;
  const options = { connectionString, maxConnections: CONNECTIONS, windowTokens: WINDOW_TOKENS };
  await using reader = await createClient(client, options);
  const sessionsOf = (index: number): readonly string[] =>
    Array.from(
      { length: sessionsPerProcess },
      (_, session) => `load-${CLIENT_NAMES.indexOf(client)}-${processes}-${index}-${session}`,
    );
  const sessions = Array.from({ length: processes }, (_, index) => sessionsOf(index));
  const workers = await startWorkers(
    sessions.map((sessionIds) => ({ ...options, client, sessionIds })),
    receive,
  );
  workers.begin();
  const began = performance.now();
  const elapsed = (): number => performance.now() - began;
  const restart = delay(seconds * 500).then(() => server.crashAndRestart());
  while (elapsed() + KILL_INTERVAL < seconds * 1000) {
    await delay(KILL_INTERVAL);
    await workers.killNext();
  }
  await Promise.all([restart, delay(Math.max(0, seconds * 1000 - elapsed()))]);
  isMeasuring = false;
  const messagesPerSecond = messages / (elapsed() / 1000);
  await workers.end();

  const ends = { kills: workers.kills(), deaths: workers.deaths() };
  const faults = await findFaults(reader, acknowledged);
  return { load, messagesPerSecond, ...times, ...ends, errors, faults };
}

async function findFaults(
  { numbers }: Client,
  acknowledged: ReadonlyMap<string, number>,
): Promise<Faults | null> {
  if (numbers === null) return null;
  let lost = 0;
  let doubled = 0;
  for (const [sessionId, newest] of acknowledged) {
    const stored = await numbers(sessionId);
    const distinct = new Set(stored);
    doubled += stored.length - distinct.size;
    for (let number = 0; number <= newest; number += 1) if (!distinct.has(number)) lost += 1;
  }
  return { lost, doubled };
}
