import type { TokenUsage } from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { itemKey, storedItem } from "./item-key.ts";
import { add, beginsWith, callIdOf, createOpenRuns, type Run, take } from "./open-runs.ts";
import { textResult } from "./text-result.ts";

/**
 * Knows what runs have done before the SDK hands it over, which it does when a run has succeeded: what is paid for is
 * written as it comes, and left out when it is handed over.
 *
 * A run is known by its context, and its requests by the calls that it made: no other run's items get in, not those of
 * an agent that is a tool, and not those of a request that was rewritten on the way.
 */
export type RunRecorder = {
  /** A run has read the session. */
  readonly began: (run: object, shown: readonly AgentInputItem[]) => void;
  /** An agent of a run starts with an input; without one nothing more of the run is recorded. */
  readonly started: (run: object, input: readonly AgentInputItem[] | undefined) => void;
  /** A model is asked: what of it is not written yet. */
  readonly asked: (input: readonly AgentInputItem[]) => Fresh | null;
  /**
   * A request is about to be sent: what it holds that is not written yet, and whether the session was compacted since its
   * run has read it; `null` for a request of nobody's.
   */
  readonly sending: (
    input: readonly AgentInputItem[],
  ) => { readonly tail: readonly AgentInputItem[]; readonly isCompacted: boolean } | null;
  /** A model has answered; what its request took measures the context, and is known by the answer's last call. */
  readonly answered: (
    input: readonly AgentInputItem[],
    output: readonly AgentInputItem[],
    usage: TokenUsage | undefined,
  ) => void;
  /** What the request took whose answer ends with an item. */
  readonly usageOf: (item: AgentInputItem) => TokenUsage | undefined;
  /** A tool has ended: what led to it and is not written yet, and its result where that is nothing but text. */
  readonly ended: (run: object, call: AgentInputItem, result: string) => Fresh | null;
  /** What of a hand-over is not written yet. */
  readonly unwritten: (run: object | undefined, items: readonly AgentInputItem[]) => Fresh;
  /** The session was compacted: what runs have read is no longer what it shows. */
  readonly compacted: () => void;
  /** An item was popped, or with none all of them: what is handed over later is written again. */
  readonly forget: (item?: AgentInputItem) => void;
};

/** Items to be written, and what to call once they are. */
export type Fresh = { readonly items: readonly AgentInputItem[]; readonly written: () => void };

/** An answer with what it answered, and what its request took where a call is the last of it. */
type Exchange = {
  readonly items: readonly AgentInputItem[];
  readonly usage: TokenUsage | undefined;
};

/** The answers whose calls have not ended that are kept in mind at most. */
const MOST_EXCHANGES = 64;

export function createRunRecorder(): RunRecorder {
  const runs = createOpenRuns();
  /** By call id, the answer that made the call. */
  const exchanges = new Map<string, Exchange>();
  let compactions = 0;

  return {
    began: (context, shown) => runs.begin(context, shown, compactions),
    started(context, input) {
      const run = runs.agentStarts(context);
      if (run === undefined) return;
      const keys = input?.map(itemKey) ?? null;
      const isFirst = run.callIds.size === 0;
      run.first = isFirst || beginsWith(keys ?? [], run.first) ? keys : null;
    },
    asked(input) {
      const run = runs.ofRequest(input);
      return run === undefined || run.callIds.size === 0 ? null : fresh(run, input);
    },
    sending(input) {
      const run = runs.ofRequest(input);
      if (run === undefined) return null;
      return { tail: fresh(run, input).items, isCompacted: run.compactions < compactions };
    },
    answered(input, output, usage) {
      const last = output.at(-1);
      for (const item of output) {
        const callId = callIdOf(item);
        if (callId === undefined) continue;
        const taken = item === last ? usage : undefined;
        exchanges.set(callId, { items: [...input, ...output], usage: taken });
      }
      for (const oldest of exchanges.keys()) {
        if (exchanges.size <= MOST_EXCHANGES) break;
        exchanges.delete(oldest);
      }
    },
    usageOf: (item) => exchanges.get(callIdOf(item) ?? "")?.usage,
    ended(context, call, result) {
      const run = runs.of(context);
      const callId = callIdOf(call);
      if (run === undefined || callId === undefined) return null;
      run.callIds.add(callId);
      runs.goesOn(run);
      const exchange = exchanges.get(callId)?.items;
      if (exchange === undefined || !beginsWith(exchange.map(itemKey), run.first)) return null;
      const item = textResult(call, result);
      return fresh(run, item === null ? exchange : [...exchange, item]);
    },
    unwritten(context, items) {
      const run = runs.of(context);
      if (run !== undefined) runs.isHandedOver(run);
      const news = items.filter((item) => run === undefined || !take(run.early, itemKey(item)));
      return {
        items: news,
        written() {
          if (run !== undefined) for (const item of news) add(run.known, itemKey(item));
        },
      };
    },
    compacted() {
      compactions += 1;
    },
    forget(item) {
      for (const { early } of runs.all())
        if (item === undefined) early.clear();
        else take(early, itemKey(item));
    },
  };
}

/** What of a run's items is not in the log. */
function fresh(run: Run, items: readonly AgentInputItem[]): Fresh {
  const known = new Map(run.known);
  const news = items.map(storedItem).filter((item) => !take(known, itemKey(item)));
  return {
    items: news,
    written() {
      for (const item of news) {
        add(run.known, itemKey(item));
        add(run.early, itemKey(item));
      }
    },
  };
}
