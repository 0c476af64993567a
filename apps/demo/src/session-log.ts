import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Entry, SessionStore } from "@cutpoint/core";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { createMemoryStore } from "@cutpoint/store-memory";
import type { Options } from "./options.ts";

/** Below the current folder. */
export const LOG_FOLDER = ".cutpoint/demo";

const DATABASE_FILE = `${LOG_FOLDER}/sessions.db`;

/** Where the conversation is kept, and which one it is. */
export type SessionLog = {
  readonly store: SessionStore;
  readonly sessionId: string;
  /** The file that the log is written to, relative to the current folder; `null` in memory. */
  path(): Promise<string | null>;
};

/** How far a conversation has come, as its log tells. */
export type Progress = {
  readonly entries: number;
  /** The numbers of the questions that were asked, and of those that have their answer. */
  readonly asked: ReadonlySet<number>;
  readonly answered: ReadonlySet<number>;
};

/** The turn of a question. */
export function turnIdOf(number: number): string {
  return `question-${number}`;
}

/** @returns `null` where there is nothing to resume */
export async function openLog({ store, resume }: Options): Promise<SessionLog | null> {
  if (store === "memory")
    return { store: createMemoryStore(), sessionId: newSessionId(), path: async () => null };
  const kept =
    store === "sqlite" ? await openDatabase() : createJsonlStore({ directory: LOG_FOLDER });
  const sessionId = resume ? await newestSession(kept) : newSessionId();
  if (sessionId === null) {
    await kept[Symbol.asyncDispose]();
    return null;
  }
  const path = store === "sqlite" ? async () => DATABASE_FILE : () => logPath(sessionId);
  return { store: kept, sessionId, path };
}

/** Loaded where it is asked for alone: Node.js warns at the first use of its SQLite. */
async function openDatabase(): Promise<SessionStore> {
  const { createSqliteStore } = await import("@cutpoint/store-sqlite");
  return createSqliteStore({ file: DATABASE_FILE });
}

export async function progressOf(store: SessionStore, sessionId: string): Promise<Progress> {
  let entries = 0;
  const asked = new Set<number>();
  const answered = new Set<number>();
  for await (const entry of store.read(sessionId)) {
    entries += 1;
    const number = questionOf(entry);
    if (number === null || entry.type !== "message") continue;
    if (entry.message.role === "user") asked.add(number);
    if (isAnswer(entry)) answered.add(number);
  }
  return { entries, asked, answered };
}

function questionOf(entry: Entry): number | null {
  const digits = entry.type === "message" ? /^question-(\d+)$/.exec(entry.turnId ?? "")?.[1] : null;
  return digits === null || digits === undefined ? null : Number(digits);
}

function isAnswer(entry: Entry): boolean {
  return (
    entry.type === "message" &&
    entry.message.role === "assistant" &&
    entry.message.parts.every((part) => part.type !== "tool-call")
  );
}

/** Sorts by time, so that the newest is the last. */
function newSessionId(): string {
  const digits = new Date().toISOString().replaceAll(/\D/g, "");
  return `demo-${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/** The session that was begun last; `null` where there is none. */
export async function newestSession(store: SessionStore): Promise<string | null> {
  let newest: string | null = null;
  for await (const sessionId of store.sessions())
    if (newest === null || sessionId > newest) newest = sessionId;
  return newest;
}

async function logPath(sessionId: string): Promise<string> {
  const names = await readdir(LOG_FOLDER).catch((): string[] => []);
  const name = names.find((name) => name.startsWith(sessionId));
  return join(LOG_FOLDER, name ?? "").replaceAll("\\", "/");
}
