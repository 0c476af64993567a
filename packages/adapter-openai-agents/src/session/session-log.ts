import {
  CutpointError,
  type History,
  isCutpointError,
  type Message,
  openSession,
  type ReportedUsage,
  type Session as CutpointSession,
} from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { fromAgentItems, toAgentItems } from "../items/convert.ts";
import { popNewest } from "./pop-newest.ts";
import { readHistory, readSpoken } from "./read-log.ts";
import type { StoredSessionOptions } from "./stored-session.ts";

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
   * @param usage what the request took that the last of them answers; it measures the context
   */
  readonly append: (items: readonly AgentInputItem[], usage?: ReportedUsage) => Promise<void>;
  readonly pop: () => Promise<AgentInputItem | undefined>;
  readonly remove: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** How often an append is tried again after another process has popped or cleared. */
const MAX_RETRIES = 3;

export function createSessionLog(options: StoredSessionOptions): SessionLog {
  const { store, sessionId, request, now = Date.now, newId = () => crypto.randomUUID() } = options;
  let opened: Promise<CutpointSession> | null = null;
  let isClosed = false;

  async function open(): Promise<CutpointSession> {
    if (isClosed) throw new CutpointError("closed", `session ${sessionId} is closed`);
    opened ??= openSession(options);
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
    async append(items, usage) {
      if (items.length > 0) await append(measured(fromAgentItems(items), usage, request?.model));
    },
    async pop() {
      const log = await open();
      const item = await popNewest(store, sessionId, () => ({ id: newId(), at: now() }));
      await log.refresh();
      return item;
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

/** Messages whose last, where it is an answer, tells what its request took. */
function measured(
  messages: readonly Message[],
  usage: ReportedUsage | undefined,
  model: string | undefined,
): readonly Message[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant" || usage === undefined) return messages;
  const answer = { ...last, usage, ...(model === undefined ? {} : { model }) };
  return [...messages.slice(0, -1), answer];
}
