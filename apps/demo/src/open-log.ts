import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { SessionStore } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { createMemoryStore } from "@cutpoint/store-memory";
import { openPostgres } from "./open-postgres.ts";
import type { Options } from "./options.ts";
import { newestSession } from "./session-log.ts";

/** Relative to the current folder. */
const FOLDER = ".cutpoint/demo";

const DATABASE_FILE = `${FOLDER}/sessions.db`;

/** A location for logs. Disposal closes its store. */
export type LogPlace = AsyncDisposable & {
  readonly store: SessionStore;
  /** The name in messages. */
  readonly name: string;
  /** Returns where a log is stored: a relative path, or a text. Returns `null` if the log ends with this run. */
  where(sessionId: string): Promise<string | null>;
  /** A line to print before the run. */
  readonly notice?: string;
};

/** A location with the id of one session. */
export type SessionLog = LogPlace & { readonly sessionId: string };

/** Opens the log of this run. Returns an error message of one line if there is none. */
export async function openLog({ store, resume }: Options): Promise<SessionLog | string> {
  const place = await openPlace(store);
  if (typeof place === "string") return place;
  const sessionId = resume ? await newestSession(place.store) : newSessionId();
  if (sessionId !== null) return { ...place, sessionId };
  await place[Symbol.asyncDispose]();
  return `--resume: ${place.name} contains no log to continue. Run the demo without --resume first`;
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

/** Imports the store only if needed, since Node.js prints a warning at the first use of its SQLite. */
async function openDatabase(): Promise<SessionStore> {
  const { createSqliteStore } = await import("@cutpoint/store-sqlite");
  return createSqliteStore({ file: DATABASE_FILE });
}

/** Ids sort by time, so the newest is the last. */
function newSessionId(): string {
  const digits = new Date().toISOString().replaceAll(/\D/g, "");
  return `demo-${digits.slice(0, 8)}-${digits.slice(8)}`;
}

async function filePath(sessionId: string): Promise<string> {
  const names = await readdir(FOLDER).catch((): string[] => []);
  const name = names.find((name) => name.startsWith(sessionId));
  return join(FOLDER, name ?? "").replaceAll("\\", "/");
}
