import type { TokenUsage } from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { itemKey, toStoredItem } from "./item-key.ts";
import { addKey, startsWith, callIdOf, createOpenRuns, type Run, takeKey } from "./open-runs.ts";
import { textResult } from "./text-result.ts";

/**
 * Records the items of runs before the SDK adds them to the session, which it does only after a run has succeeded.
 *
 * Items are written as they occur, and are not written again when the SDK adds them. A run is identified by its
 * context, and its requests by their calls. So items of other runs, of agents that are tools, and of rewritten requests
 * are not recorded.
 */
export type RunRecorder = {
  /** A run has read the session. */
  readonly onSessionRead: (run: object, items: readonly AgentInputItem[]) => void;
  /** An agent of a run starts. Without an input, no more items of the run are recorded. */
  readonly onAgentStart: (run: object, input: readonly AgentInputItem[] | undefined) => void;
  /** Returns the pending items of a model call; `null` if it has none to record. */
  readonly onModelCall: (input: readonly AgentInputItem[]) => PendingItems | null;
  /**
   * Returns the items of a request that are not in the log, and whether the session was compacted since its run has
   * read it. Returns `null` if the request belongs to no open run.
   */
  readonly pendingTail: (
    input: readonly AgentInputItem[],
  ) => { readonly tail: readonly AgentInputItem[]; readonly isCompacted: boolean } | null;
  /** Records an answer and the usage of its request. The last call of the answer identifies the usage. */
  readonly onAnswer: (
    input: readonly AgentInputItem[],
    output: readonly AgentInputItem[],
    usage: TokenUsage | undefined,
  ) => void;
  /** Returns the usage of the request whose answer ends with an item. */
  readonly usageOf: (item: AgentInputItem) => TokenUsage | undefined;
  /** Returns the pending items up to a tool call, and its result if that is plain text. */
  readonly onToolEnd: (run: object, call: AgentInputItem, result: string) => PendingItems | null;
  /** Returns those items that were not written before. */
  readonly onAddItems: (run: object | undefined, items: readonly AgentInputItem[]) => PendingItems;
  /** The session was compacted, so its runs have read an older view. */
  readonly onCompaction: () => void;
  /** An item was popped, or all items if it is left out. Later additions are written again. */
  readonly onRemove: (item?: AgentInputItem) => void;
};

/** Items to write, and a function to call after the write. */
export type PendingItems = {
  readonly items: readonly AgentInputItem[];
  readonly confirm: () => void;
};

/** The items of a request and its answer. `usage` is set if the call is the last item of the answer. */
type Exchange = {
  readonly items: readonly AgentInputItem[];
  readonly usage: TokenUsage | undefined;
};

/** The maximum number of calls to remember. */
const MAX_EXCHANGES = 64;

export function createRunRecorder(): RunRecorder {
  const runs = createOpenRuns();
  /** Exchanges by call id. */
  const exchanges = new Map<string, Exchange>();
  let compactions = 0;

  return {
    onSessionRead: (context, items) => runs.startRun(context, items, compactions),
    onAgentStart(context, input) {
      const run = runs.startAgent(context);
      if (run === undefined) return;
      const keys = input?.map(itemKey) ?? null;
      const isFirst = run.callIds.size === 0;
      run.firstInput = isFirst || startsWith(keys ?? [], run.firstInput) ? keys : null;
    },
    onModelCall(input) {
      const run = runs.findByRequest(input);
      return run === undefined || run.callIds.size === 0 ? null : pendingItems(run, input);
    },
    pendingTail(input) {
      const run = runs.findByRequest(input);
      if (run === undefined) return null;
      return {
        tail: pendingItems(run, input).items,
        isCompacted: run.compactionCount < compactions,
      };
    },
    onAnswer(input, output, usage) {
      const last = output.at(-1);
      for (const item of output) {
        const callId = callIdOf(item);
        if (callId === undefined) continue;
        const answerUsage = item === last ? usage : undefined;
        exchanges.set(callId, { items: [...input, ...output], usage: answerUsage });
      }
      for (const oldest of exchanges.keys()) {
        if (exchanges.size <= MAX_EXCHANGES) break;
        exchanges.delete(oldest);
      }
    },
    usageOf: (item) => exchanges.get(callIdOf(item) ?? "")?.usage,
    onToolEnd(context, call, result) {
      const run = runs.get(context);
      const callId = callIdOf(call);
      if (run === undefined || callId === undefined) return null;
      run.callIds.add(callId);
      runs.reopen(run);
      const exchange = exchanges.get(callId)?.items;
      if (exchange === undefined || !startsWith(exchange.map(itemKey), run.firstInput)) return null;
      const item = textResult(call, result);
      return pendingItems(run, item === null ? exchange : [...exchange, item]);
    },
    onAddItems(context, items) {
      const run = runs.get(context);
      if (run !== undefined) runs.close(run);
      const newItems = items.filter(
        (item) => run === undefined || !takeKey(run.recorded, itemKey(item)),
      );
      return {
        items: newItems,
        confirm() {
          if (run !== undefined) for (const item of newItems) addKey(run.logged, itemKey(item));
        },
      };
    },
    onCompaction() {
      compactions += 1;
    },
    onRemove(item) {
      for (const { recorded } of runs.openRuns())
        if (item === undefined) recorded.clear();
        else takeKey(recorded, itemKey(item));
    },
  };
}

/** Returns the items that are not in the log. */
function pendingItems(run: Run, items: readonly AgentInputItem[]): PendingItems {
  const logged = new Map(run.logged);
  const newItems = items.map(toStoredItem).filter((item) => !takeKey(logged, itemKey(item)));
  return {
    items: newItems,
    confirm() {
      for (const item of newItems) {
        addKey(run.logged, itemKey(item));
        addKey(run.recorded, itemKey(item));
      }
    },
  };
}
