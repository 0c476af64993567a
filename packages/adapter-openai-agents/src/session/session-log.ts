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
import { readHistory, readSpoken } from "./read-log.ts";
import type { SessionRequest } from "./compacting-session.ts";

/** The log of a session of Cutpoint's, opened when it is first needed; whoever calls keeps the order. */
export type SessionLog = {
  /** @throws `closed` */
  readonly open: () => Promise<CutpointSession>;
  /** Ends a compaction that is under way: it would be of what is no longer there. */
  readonly abort: () => void;
  readonly history: () => Promise<History>;
  readonly everything: () => Promise<AgentInputItem[]>;
  /**
   * Writes items, also where another process has left the branch meanwhile.
   *
   * @param usageOf what the request took whose answer ends with an item; it measures the context
   */
  readonly append: (items: readonly AgentInputItem[], usageOf?: UsageOf) => Promise<void>;
  readonly pop: () => Promise<AgentInputItem | undefined>;
  readonly remove: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type UsageOf = (item: AgentInputItem) => TokenUsage | undefined;

/** How often an append is tried again after another process has popped or cleared. */
const MAX_RETRIES = 3;

type SessionLogOptions = SessionOptions & { readonly request?: SessionRequest };

export function createSessionLog(options: SessionLogOptions): SessionLog {
  const { store, sessionId, request, ...own } = options;
  let opened: Promise<CutpointSession> | null = null;
  let isClosed = false;

  async function open(): Promise<CutpointSession> {
    if (isClosed) throw new CutpointError("closed", `session ${sessionId} is closed`);
    opened ??= openSession({ ...own, store, sessionId });
    try {
      return await opened;
    } catch (error) {
      opened = null;
      throw error;
    }
  }

  async function append(messages: readonly Message[], retries = MAX_RETRIES): Promise<void> {
    const log = await open();
    try {
      await log.append(messages);
    } catch (error) {
      if (retries === 0 || !isCutpointError(error, "conflict")) throw error;
      await log.refresh();
      await append(messages, retries - 1);
    }
  }

  async function letGo(): Promise<void> {
    const log = await opened?.catch(() => null);
    opened = null;
    await log?.[Symbol.asyncDispose]();
  }

  return {
    open,
    abort() {
      void opened?.then((log) => log.abort()).catch(() => undefined);
    },
    async history() {
      await open();
      return readHistory(store, sessionId);
    },
    async everything() {
      await open();
      const entries = await readSpoken(store, sessionId);
      return entries.flatMap(({ message }) => toAgentItems(message));
    },
    async append(items, usageOf = () => undefined) {
      if (items.length > 0) await append(measured(items, usageOf, request?.model));
    },
    async pop() {
      const log = await open();
      const popped = await log.pop((message) => fromAgentItems(toAgentItems(message).slice(0, -1)));
      return popped === null ? undefined : toAgentItems(popped).at(-1);
    },
    async remove() {
      await letGo();
      await store.delete(sessionId);
    },
    async close() {
      await letGo();
      isClosed = true;
    },
  };
}

/** Messages whose answers tell what their requests took. */
function measured(
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
