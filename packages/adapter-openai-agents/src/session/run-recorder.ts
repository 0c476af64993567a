import { nonEmptyText } from "@cutpoint/host-kit";
import type { TokenUsage } from "@cutpoint/core";
import type {
  AgentInputItem,
  ModelRequest,
  SessionHistoryTransactionArgs,
  SessionHistoryTransactionAwareSession,
} from "@openai/agents-core";
import type { FittedInput } from "../model/compacted-call.ts";
import type { CompactingSession } from "./compacting-session.ts";
import { itemKey } from "../items/stored-item.ts";
import type { UsageOf } from "./item-log.ts";
import { type Answer, answerUsage } from "../model/usage.ts";
import { createRunItems, type RunItems } from "./run-items.ts";
import type { RunLog } from "./run-log.ts";
import { textResult } from "./text-result.ts";

/**
 * Stores the items of one run as they occur.
 *
 * The SDK adds them to the session only after the run has succeeded; they are not written again then. A request of the
 * run starts with its first input and contains its calls. So the requests of agents that are tools, and requests that
 * were rewritten, are not recorded.
 */
export type RunRecorder = {
  /** The session to pass to the SDK. */
  readonly session: CompactingSession;
  /** @param isBlockable whether a guardrail can block the answers, so that only the items that the SDK adds are stored */
  readonly onAgentStart: (
    input: readonly AgentInputItem[] | undefined,
    isBlockable: boolean,
  ) => void;
  /**
   * Writes the pending items of a request, and compacts its input in the session.
   *
   * @returns `null` if the session cannot compact it
   */
  readonly fit: (request: ModelRequest, model: string | undefined) => Promise<FittedInput | null>;
  /** Remembers an answer until one of its tools has ended. */
  readonly onAnswer: (request: ModelRequest, answer: Answer) => void;
  /** Writes the items up to a tool call, and its result if that is plain text. */
  readonly onToolEnd: (call: AgentInputItem, result: string) => void;
  /** An item was popped, or all items if it is left out. Later additions are written again. */
  readonly onRemove: (item?: AgentInputItem) => void;
};

/** The items of a request and its answer. `usage` is set if the call is the last item of the answer. */
type Exchange = {
  readonly items: readonly AgentInputItem[];
  readonly usage: TokenUsage | undefined;
};

type Apply = SessionHistoryTransactionAwareSession["applyHistoryTransaction"];

/** @param isCompactor whether the session compacts the requests of the run */
export function createRunRecorder(log: RunLog, isCompactor: boolean): RunRecorder {
  const runItems = createRunItems();
  const callIds = new Set<string>();
  const exchanges = new Map<string, Exchange>();
  let firstInput: readonly string[] | null = null;
  let isRecorded = false;
  let compactions = 0;

  const usageOf: UsageOf = (item) => exchanges.get(callIdOf(item) ?? "")?.usage;

  function isOwn(input: readonly AgentInputItem[]): boolean {
    const ids = new Set(input.map(callIdOf));
    return startsWith(input.map(itemKey), firstInput) && [...callIds].every((id) => ids.has(id));
  }

  /** A failed write is reported. Its items are written again when the SDK adds them. */
  async function write(items: readonly AgentInputItem[]): Promise<void> {
    try {
      await log.inOrder(async () => {
        const pending = runItems.pending(items);
        await log.append(pending, undefined, usageOf);
        runItems.onWrite(pending, true);
      });
    } catch (error) {
      log.emit({ type: "hook-failed", reason: "threshold", willRetry: false, error });
    }
  }

  return {
    session: runSession(log, runItems, {
      isCompactor,
      usageOf,
      onRead() {
        compactions = log.compactions();
      },
    }),
    onAgentStart(input, isBlockable) {
      const keys = input?.map(itemKey) ?? null;
      const isFirst = callIds.size === 0;
      isRecorded = (isFirst || isRecorded) && !isBlockable;
      firstInput = isFirst || startsWith(keys ?? [], firstInput) ? keys : null;
    },
    async fit(request, model) {
      const input = inputOf(request);
      if (!isOwn(input)) return null;
      if (isRecorded && callIds.size > 0) await write(input);
      const pending = (): readonly AgentInputItem[] => runItems.pending(input);
      return isCompactor ? log.fit(request, { model, pending, isRecorded, compactions }) : null;
    },
    onAnswer(request, { output, usage }) {
      const items = [...inputOf(request), ...output];
      const ownUsage = answerUsage(usage);
      for (const item of output) {
        const callId = callIdOf(item);
        if (callId !== undefined)
          exchanges.set(callId, { items, usage: item === output.at(-1) ? ownUsage : undefined });
      }
    },
    onToolEnd(call, result) {
      const callId = callIdOf(call);
      if (callId === undefined) return;
      callIds.add(callId);
      const items = exchanges.get(callId)?.items;
      if (items === undefined || !isRecorded || !startsWith(items.map(itemKey), firstInput)) return;
      const item = textResult(call, result);
      void write(item === null ? items : [...items, item]);
    },
    onRemove: runItems.onRemove,
  };
}

function inputOf({ input }: ModelRequest): readonly AgentInputItem[] {
  return typeof input === "string" ? [] : input;
}

function startsWith(keys: readonly string[], first: readonly string[] | null): boolean {
  return first !== null && first.every((key, index) => keys[index] === key);
}

function callIdOf(item: AgentInputItem): string | undefined {
  return "callId" in item ? nonEmptyText(item.callId) : undefined;
}

type RunSessionOptions = {
  readonly isCompactor: boolean;
  readonly usageOf: UsageOf;
  readonly onRead: () => void;
};

/** Returns the session that the SDK sees in a run: it does not write items again that were written early. */
function runSession(
  log: RunLog,
  runItems: RunItems,
  { isCompactor, onRead, usageOf }: RunSessionOptions,
): CompactingSession {
  const { session } = log;
  const forRun: CompactingSession & { applyHistoryTransaction?: Apply } = {
    ...session,
    ...(isCompactor ? {} : { runCompaction: async () => null }),
    async getItems(limit, context) {
      if (limit !== undefined) return session.getItems(limit, context);
      const items = await log.readForRun(context);
      onRead();
      runItems.onRead(items);
      return items;
    },
    addItems: (items, context) =>
      log.inOrder(async () => {
        const added = runItems.takeNew(items);
        await log.append(added, context, usageOf);
        runItems.onWrite(added, false);
      }),
  };
  const apply = forRun.applyHistoryTransaction;
  const transactions = new Map<string, SessionHistoryTransactionArgs>();
  if (apply !== undefined)
    forRun.applyHistoryTransaction = (args, context) => {
      const { operationId, transaction } = args;
      if (transaction.type !== "append_items") return apply(args, context);
      const own = transactions.get(operationId) ?? {
        operationId,
        transaction: { ...transaction, items: runItems.takeNew(transaction.items) },
      };
      transactions.set(operationId, own);
      return apply(own, context);
    };
  return forRun;
}
