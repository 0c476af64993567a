import { CutpointError, type History, isCutpointError, type Message } from "@cutpoint/core";
import {
  type Entry,
  foldEntries,
  openSession,
  readPath,
  type Session as CutpointSession,
  type SessionOptions,
  type SessionStore,
} from "@cutpoint/session";
import type { AgentInputItem } from "@openai/agents-core";
import { fromAgentItems, toAgentItems } from "../items/convert.ts";
import type { TailChange } from "./history-changes.ts";
import type { ItemLog, UsageOf } from "./item-log.ts";
import { newestUsage } from "../model/usage.ts";
import type { SessionRequest } from "./compacting-session.ts";

/** The log of a Cutpoint session, opened at the first use. */
export type SessionLog = Pick<ItemLog, "allItems" | "append" | "clear" | "interrupt" | "pop"> & {
  /** @throws `closed` after `close` */
  readonly open: () => Promise<CutpointSession>;
  readonly history: () => Promise<History>;
  /** Changes the newest messages, also if another process has changed the branch. */
  readonly change: (change: TailChange) => Promise<void>;
  readonly close: () => Promise<void>;
};

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

  const change: SessionLog["change"] = (next) => write(async (log) => log.replaceTail(next));

  async function closeLog(): Promise<void> {
    const log = await logPromise?.catch(() => null);
    logPromise = null;
    await log?.[Symbol.asyncDispose]();
  }

  return {
    open,
    interrupt() {
      void logPromise?.then((log) => log.abort()).catch(() => undefined);
    },
    async history() {
      await open();
      return readHistory(store, sessionId);
    },
    async allItems() {
      await open();
      const path = await Array.fromAsync(readPath(store, sessionId));
      return path.toReversed().flatMap(entryItems);
    },
    async append(items, context, usageOf = () => undefined) {
      const runUsage = newestUsage(context);
      const ofItem: UsageOf = (item) =>
        (item === items.at(-1) ? runUsage : undefined) ?? usageOf(item);
      const messages = withUsage(items, ofItem, request?.model);
      if (messages.length > 0) await write(async (log) => log.append(messages));
    },
    async pop() {
      let popped: AgentInputItem | undefined;
      await change(async ({ messages }) => {
        const newest = messages.slice(-1).flatMap(toAgentItems);
        popped = newest.pop();
        if (popped === undefined) return null;
        return { keep: messages.length - 1, messages: fromAgentItems(newest) };
      });
      return popped;
    },
    change,
    async clear() {
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

function entryItems(entry: Entry): readonly AgentInputItem[] {
  return entry.type === "message" ? toAgentItems(entry.message) : [];
}

/** Returns the history of a log. Reads only the part that the view needs. */
async function readHistory(store: SessionStore, sessionId: string): Promise<History> {
  const path: Entry[] = [];
  let boundary: string | null | undefined;
  for await (const entry of readPath(store, sessionId)) {
    path.push(entry);
    if (boundary === undefined && entry.type === "compaction")
      boundary = entry.state.compactedThrough;
    if (typeof boundary === "string" && entry.parentId === boundary) break;
  }
  return foldEntries(path);
}
