import type { AgentInputItem } from "@openai/agents-core";
import { isRecord, type JsonRecord, someText } from "../items/json.ts";
import { itemKey, storedItem } from "./item-key.ts";

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
  readonly answered: (input: readonly AgentInputItem[], output: readonly AgentInputItem[]) => void;
  /** A tool has ended: what led to it and is not written yet, and its result where that is nothing but text. */
  readonly ended: (run: object, call: AgentInputItem, result: string) => Fresh | null;
  /** What of a hand-over is not written yet. */
  readonly unwritten: (run: object | undefined, items: readonly AgentInputItem[]) => Fresh;
  /** An item was popped, or with none all of them: what is handed over later is written again. */
  readonly forget: (item?: AgentInputItem) => void;
};

/** Items to be written, and what to call once they are. */
export type Fresh = { readonly items: readonly AgentInputItem[]; readonly written: () => void };

type Counts = Map<string, number>;

type Run = {
  /** What the log holds of what the run reads: what it was shown, and what was written for it. */
  readonly known: Counts;
  /** Written, and not handed over yet. */
  readonly early: Counts;
  readonly callIds: Set<string>;
  /** How its requests begin; `null` once an agent was started with another history. */
  first: readonly string[] | null;
};

type Exchange = readonly AgentInputItem[];

/** The runs, and the answers whose calls have not ended, that are kept in mind at most. */
const MOST_OPEN = 64;

export function createRunRecorder(): RunRecorder {
  const runs = new WeakMap<object, Run>();
  const open = new Set<Run>();
  const exchanges = new Map<string, Exchange>();

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

  return {
    began(context, shown) {
      const run: Run = { known: new Map(), early: new Map(), callIds: new Set(), first: null };
      for (const item of shown) add(run.known, itemKey(item));
      runs.set(context, run);
      open.add(run);
      dropOldest(open);
    },
    started(context, input) {
      const run = runs.get(context);
      if (run === undefined) return;
      const keys = input?.map(itemKey) ?? null;
      const isFirst = run.callIds.size === 0;
      run.first = isFirst || beginsWith(keys ?? [], run.first) ? keys : null;
    },
    asked(input) {
      const keys = input.map(itemKey);
      const callIds = new Set(input.flatMap((item) => callIdOf(item) ?? []));
      const [run] = [...open]
        .filter(({ first, callIds: made }) => beginsWith(keys, first) && isAmong(made, callIds))
        .toSorted((left, right) => lengthOf(right) - lengthOf(left));
      return run === undefined || run.callIds.size === 0 ? null : fresh(run, input);
    },
    answered(input, output) {
      for (const item of output) {
        const callId = callIdOf(item);
        if (callId !== undefined) exchanges.set(callId, [...input, ...output]);
      }
      dropOldest(exchanges);
    },
    ended(context, call, result) {
      const run = runs.get(context);
      const callId = callIdOf(call);
      if (run === undefined || callId === undefined) return null;
      const exchange = exchanges.get(callId);
      run.callIds.add(callId);
      if (exchange === undefined || !beginsWith(exchange.map(itemKey), run.first)) return null;
      const item = textResult(call, result);
      return fresh(run, item === null ? exchange : [...exchange, item]);
    },
    unwritten(context, items) {
      const run = context === undefined ? undefined : runs.get(context);
      const news = items.filter((item) => run === undefined || !take(run.early, itemKey(item)));
      return {
        items: news,
        written() {
          if (run !== undefined) for (const item of news) add(run.known, itemKey(item));
        },
      };
    },
    forget(item) {
      for (const run of open)
        if (item === undefined) run.early.clear();
        else take(run.early, itemKey(item));
    },
  };
}

/** The result of a call as the SDK makes one of a text; `null` where it may make something else of it. */
function textResult(call: AgentInputItem, text: string): AgentInputItem | null {
  if (call.type !== "function_call" || mayBeBlocks(text)) return null;
  const { callId, name, namespace, caller } = call;
  return {
    type: "function_call_result",
    name,
    ...(namespace === undefined ? {} : { namespace }),
    callId,
    status: "completed",
    output: { type: "text", text },
    ...(caller === undefined ? {} : { caller }),
  };
}

/** Whether a text is JSON of content blocks, such as images: those are written as the next request shows them. */
function mayBeBlocks(text: string): boolean {
  if (!/^\s*[[{]/u.test(text)) return false;
  try {
    const value: unknown = JSON.parse(text);
    const blocks: readonly unknown[] = Array.isArray(value) ? value : [value];
    return blocks.some((block) => isRecord(block) && someText(block["type"]) !== undefined);
  } catch {
    return false;
  }
}

function callIdOf(item: AgentInputItem): string | undefined {
  const fields: JsonRecord = item;
  return someText(fields["callId"]);
}

function beginsWith(keys: readonly string[], first: readonly string[] | null): boolean {
  return first !== null && first.every((key, index) => keys[index] === key);
}

function isAmong(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((each) => all.has(each));
}

/** A run that was shown what a failed one did begins with more than that one. */
function lengthOf({ first }: Run): number {
  return first?.length ?? 0;
}

function add(counts: Counts, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Whether there was one to take. */
function take(counts: Counts, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}

function dropOldest(kept: Set<Run> | Map<string, Exchange>): void {
  for (const key of kept.keys()) {
    if (kept.size <= MOST_OPEN) return;
    kept.delete(key as Run & string);
  }
}
