import {
  type AppendOptions,
  type AppendResult,
  assertNotAborted,
  type Batch,
  CutpointError,
} from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import { append } from "./log.ts";
import type { Steps } from "./steps.ts";

/** Appends to the sessions of a database. */
export type Appender = {
  append(sessionId: string, batch: Batch, options: AppendOptions): Promise<AppendResult>;
  /** Writes all waiting appends. */
  flush(): Promise<void>;
};

/** Creates an appender that writes each append at once, in its own transaction. */
export function createAppender(database: Database): Appender {
  return {
    append: (sessionId, batch, options) => database.run(append(sessionId, batch, options)),
    flush: async () => undefined,
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

  async function flush(): Promise<void> {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      const settlements = await database.transaction(() => appendGroup(group));
      for (const settle of settlements) settle();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return {
    append: (sessionId, batch, options) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(() => void flush());
        waiting.push({ sessionId, batch, options, resolve, reject });
      }),
    flush,
  };
}

/** Writes the appends of a group. Returns the functions that settle their promises after the commit. */
function* appendGroup(group: readonly Waiting[]): Steps<readonly (() => void)[]> {
  const settlements: (() => void)[] = [];
  for (const { sessionId, batch, options, resolve, reject } of group) {
    try {
      assertNotAborted(options.signal);
      const result = yield* append(sessionId, batch, options);
      settlements.push(() => resolve(result));
    } catch (error) {
      if (!(error instanceof CutpointError)) throw error;
      settlements.push(() => reject(error));
    }
  }
  return settlements;
}
