import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { SessionStore } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { createMemoryStore } from "@cutpoint/store-memory";
import { openPostgres } from "./open-postgres.ts";
import type { Options } from "./options.ts";
import { newestSession } from "./session-log.ts";

/** Below the current folder. */
const FOLDER = ".cutpoint/demo";

const DATABASE_FILE = `${FOLDER}/sessions.db`;

/** Where logs are kept; disposal closes what was opened for it. */
export type LogPlace = AsyncDisposable & {
  readonly store: SessionStore;
  /** Names it to a reader. */
  readonly name: string;
  /** Where a log is kept, a file relative to the current folder if it is one; `null` where it ends with this run. */
  where(sessionId: string): Promise<string | null>;
  /** What a reader should know before the run begins. */
  readonly notice?: string;
};

/** Where the conversation is kept, and which one it is. */
export type SessionLog = LogPlace & { readonly sessionId: string };

/** The log to write to, or one line that says why there is none. */
export async function openLog({ store, resume }: Options): Promise<SessionLog | string> {
  const place = await openPlace(store);
  if (typeof place === "string") return place;
  const sessionId = resume ? await newestSession(place.store) : newSessionId();
  if (sessionId !== null) return { ...place, sessionId };
  await place[Symbol.asyncDispose]();
  return `--resume: ${place.name} holds no log to go on with, run the demo without it first`;
}

async function openPlace(kind: Options["store"]): Promise<LogPlace | string> {
  switch (kind) {
    case "memory":
      return placeOf(createMemoryStore(), "the memory", async () => null);
    case "jsonl":
      return placeOf(createJsonlStore({ directory: FOLDER }), FOLDER, filePath);
    case "sqlite":
      return placeOf(await openDatabase(), DATABASE_FILE, async () => DATABASE_FILE);
    case "postgres":
      return openPostgres(process.env["CUTPOINT_POSTGRES"]);
  }
}

function placeOf(store: SessionStore, name: string, where: LogPlace["where"]): LogPlace {
  return { store, name, where, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

/** Loaded where it is asked for alone: Node.js warns at the first use of its SQLite. */
async function openDatabase(): Promise<SessionStore> {
  const { createSqliteStore } = await import("@cutpoint/store-sqlite");
  return createSqliteStore({ file: DATABASE_FILE });
}

/** Sorts by time, so that the newest is the last. */
function newSessionId(): string {
  const digits = new Date().toISOString().replaceAll(/\D/g, "");
  return `demo-${digits.slice(0, 8)}-${digits.slice(8)}`;
}

async function filePath(sessionId: string): Promise<string> {
  const names = await readdir(FOLDER).catch((): string[] => []);
  const name = names.find((name) => name.startsWith(sessionId));
  return join(FOLDER, name ?? "").replaceAll("\\", "/");
}
