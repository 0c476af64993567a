import { CutpointError } from "@cutpoint/session/store";
import {
  type AppendOptions,
  type AppendResult,
  assertNotAborted,
  type Batch,
} from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import { append, appendAfter, sessionKeyOf } from "./log.ts";

/** Appends to the sessions of a database. */
export type Appender = {
  append(sessionId: string, batch: Batch, options: AppendOptions): Promise<AppendResult>;
  /** Writes all waiting appends. */
  flush(): void;
};

/** Creates an appender that writes each append at once, in its own transaction. */
export function createAppender(database: Database): Appender {
  const numbers = new Map<string, number>();

  /** Appends one entry in a single statement. Returns `false` if the expected head is not the head. */
  function appendOne(sessionId: string, batch: Batch, expectedHead: string): boolean {
    const [entry] = batch.entries.values();
    const number = numbers.get(sessionId) ?? sessionKeyOf(database, sessionId);
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

/** Creates an appender that writes all appends of one turn of the event loop in one transaction, with one flush. */
export function createGroupAppender(database: Database): Appender {
  let waiting: Waiting[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    const settlements: (() => void)[] = [];
    try {
      database.transaction(() => {
        for (const each of group) settlements.push(appendWaiting(database, each));
      });
      for (const answer of settlements) answer();
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

/** Writes one append of a group. Returns the function that settles its promise after the commit. */
function appendWaiting(database: Database, waiting: Waiting): () => void {
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
