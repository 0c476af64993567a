import { CutpointError } from "@cutpoint/session/store";
import {
  type AppendOptions,
  type AppendResult,
  assertNotAborted,
  type Batch,
} from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import { append, appendAfter, numberOf } from "./log.ts";

/** Appends to all sessions of a database. */
export type Appender = {
  append(sessionId: string, batch: Batch, options: AppendOptions): Promise<AppendResult>;
  /** Writes what is waiting. */
  flush(): void;
};

/** Writes each append at once, in a transaction of its own. */
export function createAppender(database: Database): Appender {
  const numbers = new Map<string, number>();

  /** One statement where one entry follows a head; whether that was the head is all that it tells. */
  function appendOne(sessionId: string, batch: Batch, expectedHead: string): boolean {
    const [entry] = batch.entries.values();
    const number = numbers.get(sessionId) ?? numberOf(database, sessionId);
    if (entry === undefined || number === null) return false;
    if (numbers.size > 10_000) numbers.clear();
    numbers.set(sessionId, number);
    return appendAfter(database, number, entry, expectedHead);
  }

  return {
    async append(sessionId, batch, options) {
      const { expectedHead } = options;
      if (batch.entries.size === 1 && expectedHead !== null) {
        if (appendOne(sessionId, batch, expectedHead)) return { type: "appended" };
        numbers.delete(sessionId);
      }
      return database.transaction(() => append(database, sessionId, batch, options));
    },
    flush() {},
  };
}

type Waiting = {
  readonly sessionId: string;
  readonly batch: Batch;
  readonly options: AppendOptions;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
};

/** Writes what one turn of the event loop asks for in one transaction, so that all share one flush to the disk. */
export function createGroupAppender(database: Database): Appender {
  let waiting: Waiting[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    const settle: (() => void)[] = [];
    try {
      database.transaction(() => {
        for (const each of group) settle.push(attempt(database, each));
      });
      for (const answer of settle) answer();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return {
    append: (sessionId, batch, options) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ sessionId, batch, options, resolve, reject });
      }),
    flush,
  };
}

/** Writes one append of a group, and gives back how to answer it once the group is written. */
function attempt(database: Database, waiting: Waiting): () => void {
  const { sessionId, batch, options, resolve, reject } = waiting;
  try {
    assertNotAborted(options.signal);
    if (batch.entries.size > 1) database.statement("SAVEPOINT one").run();
    const result = append(database, sessionId, batch, options);
    if (batch.entries.size > 1) database.statement("RELEASE one").run();
    return () => resolve(result);
  } catch (error) {
    if (!(error instanceof CutpointError)) throw error;
    if (batch.entries.size > 1 && error.code !== "aborted") {
      database.statement("ROLLBACK TO one").run();
      database.statement("RELEASE one").run();
    }
    return () => reject(error);
  }
}
