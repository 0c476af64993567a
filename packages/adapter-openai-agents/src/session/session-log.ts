import {
  CutpointError,
  type History,
  isCutpointError,
  type Message,
  type TokenUsage,
} from "@cutpoint/core";
import {
  type Session as CutpointSession,
  openSession,
  type SessionOptions,
} from "@cutpoint/session";
import type { AgentInputItem } from "@openai/agents-core";
import { fromAgentItems, toAgentItems } from "../items/convert.ts";
import type { TailChange } from "./history-changes.ts";
import { readHistory, readMessageEntries } from "./read-log.ts";
import type { SessionRequest } from "./compacting-session.ts";

/** The log of a Cutpoint session, opened at the first use. The caller ensures the order of the calls. */
export type SessionLog = {
  /** @throws `closed` after `close` */
  readonly open: () => Promise<CutpointSession>;
  /** Aborts a running compaction, because its items are about to be removed. */
  readonly abort: () => void;
  readonly history: () => Promise<History>;
  readonly allItems: () => Promise<AgentInputItem[]>;
  /**
   * Writes items, also if another process has changed the branch.
   *
   * @param usageOf returns the usage of the request whose answer ends with an item; it measures the context
   */
  readonly append: (items: readonly AgentInputItem[], usageOf?: UsageOf) => Promise<void>;
  readonly pop: () => Promise<AgentInputItem | undefined>;
  /** Changes the newest messages, also if another process has changed the branch. */
  readonly change: (change: TailChange) => Promise<void>;
  readonly remove: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type UsageOf = (item: AgentInputItem) => TokenUsage | undefined;

/** Retries of a write after another process has popped or cleared. */
const MAX_RETRIES = 3;

type SessionLogOptions = SessionOptions & { readonly request?: SessionRequest };

export function createSessionLog(options: SessionLogOptions): SessionLog {
  const { store, sessionId, request, ...own } = options;
  let logPromise: Promise<CutpointSession> | null = null;
  let isClosed = false;

  async function open(): Promise<CutpointSession> {
    if (isClosed) throw new CutpointError("closed", `session ${sessionId} is closed`);
    logPromise ??= openSession({ ...own, store, sessionId });
    try {
      return await logPromise;
    } catch (error) {
      logPromise = null;
      throw error;
    }
  }

  async function write(
    run: (log: CutpointSession) => Promise<unknown>,
    retries = MAX_RETRIES,
  ): Promise<void> {
    const log = await open();
    try {
      await run(log);
    } catch (error) {
      if (retries === 0 || !isCutpointError(error, "conflict")) throw error;
      await log.refresh();
      await write(run, retries - 1);
    }
  }

  const change = async (next: TailChange): Promise<void> =>
    write(async (log) => log.replaceTail(next));

  async function closeLog(): Promise<void> {
    const log = await logPromise?.catch(() => null);
    logPromise = null;
    await log?.[Symbol.asyncDispose]();
  }

  return {
    open,
    abort() {
      void logPromise?.then((log) => log.abort()).catch(() => undefined);
    },
    async history() {
      await open();
      return readHistory(store, sessionId);
    },
    async allItems() {
      await open();
      const entries = await readMessageEntries(store, sessionId);
      return entries.flatMap(({ message }) => toAgentItems(message));
    },
    async append(items, usageOf = () => undefined) {
      const messages = withUsage(items, usageOf, request?.model);
      if (messages.length > 0) await write(async (log) => log.append(messages));
    },
    async pop() {
      let popped: AgentInputItem | undefined;
      await change(async ({ messages }) => {
        const newest = messages.slice(-1).flatMap(toAgentItems);
        popped = newest.pop();
        const keep = messages.length - 1;
        return popped === undefined ? null : { keep, messages: fromAgentItems(newest) };
      });
      return popped;
    },
    change,
    async remove() {
      await closeLog();
      await store.delete(sessionId);
    },
    async close() {
      await closeLog();
      isClosed = true;
    },
  };
}

/** Adds the usage of the requests to their answers. */
function withUsage(
  items: readonly AgentInputItem[],
  usageOf: UsageOf,
  model: string | undefined,
): readonly Message[] {
  return fromAgentItems(items).map((message, index) => {
    const item = items[index];
    const usage = item === undefined ? undefined : usageOf(item);
    if (message.role !== "assistant" || usage === undefined) return message;
    return { ...message, usage, ...(model === undefined ? {} : { model }) };
  });
}
