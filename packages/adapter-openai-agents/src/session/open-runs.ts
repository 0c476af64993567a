import type { AgentInputItem } from "@openai/agents-core";
import { someText } from "../items/json.ts";
import { itemKey } from "./item-key.ts";

/** How often each key occurs. */
export type Counts = Map<string, number>;

export type Run = {
  /** What the log holds of what the run reads: what it was shown, and what was written for it. */
  readonly known: Counts;
  /** Written, and not handed over yet. */
  readonly early: Counts;
  readonly callIds: Set<string>;
  /** How many compactions there had been when it read the session. */
  readonly compactions: number;
  /** How its requests begin; `null` once an agent was started with another history. */
  first: readonly string[] | null;
  /** The run that begins with the same context, if an agent starts next. */
  next: Run | null;
};

/**
 * The runs of a session that may still ask a model: not handed over since their last tool, nor begun before another one
 * and silent since.
 */
export type OpenRuns = {
  /** A run reads the session: a new one, or one that goes on, which an agent's start would tell apart. */
  readonly begin: (context: object, shown: readonly AgentInputItem[], compactions: number) => void;
  /** An agent starts: the first of a new run, where the run has just read the session. */
  readonly agentStarts: (context: object) => Run | undefined;
  readonly of: (context: object | undefined) => Run | undefined;
  /** The run that a request belongs to: it begins as that run's do, and holds the calls that it made. */
  readonly ofRequest: (input: readonly AgentInputItem[]) => Run | undefined;
  readonly goesOn: (run: Run) => void;
  readonly isHandedOver: (run: Run) => void;
  readonly all: () => Iterable<Run>;
};

/** The runs that are kept in mind at most. */
const MOST_OPEN = 64;

export function createOpenRuns(): OpenRuns {
  const runs = new WeakMap<object, Run>();
  const open = new Set<Run>();

  function enter(context: object, run: Run): void {
    runs.set(context, run);
    for (const other of open) if (other.callIds.size === 0) open.delete(other);
    open.add(run);
    for (const oldest of open) {
      if (open.size <= MOST_OPEN) break;
      open.delete(oldest);
    }
  }

  return {
    begin(context, shown, compactions) {
      const run = newRun(shown, compactions);
      const known = runs.get(context);
      if (known === undefined) enter(context, run);
      else known.next = run;
    },
    agentStarts(context) {
      const next = runs.get(context)?.next ?? null;
      if (next !== null) enter(context, next);
      return runs.get(context);
    },
    of: (context) => (context === undefined ? undefined : runs.get(context)),
    ofRequest(input) {
      const keys = input.map(itemKey);
      const callIds = new Set(input.flatMap((item) => callIdOf(item) ?? []));
      const [run] = [...open]
        .filter(({ first, callIds: made }) => beginsWith(keys, first) && isAmong(made, callIds))
        .toSorted((left, right) => lengthOf(right) - lengthOf(left));
      return run;
    },
    goesOn(run) {
      run.next = null;
      open.add(run);
    },
    isHandedOver(run) {
      run.next = null;
      open.delete(run);
    },
    all: () => open,
  };
}

function newRun(shown: readonly AgentInputItem[], compactions: number): Run {
  const known: Counts = new Map();
  for (const item of shown) add(known, itemKey(item));
  return { known, early: new Map(), callIds: new Set(), compactions, first: null, next: null };
}

/** A run that was shown what a failed one did begins with more than that one. */
function lengthOf({ first }: Run): number {
  return first?.length ?? 0;
}

function isAmong(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((each) => all.has(each));
}

export function beginsWith(keys: readonly string[], first: readonly string[] | null): boolean {
  return first !== null && first.every((key, index) => keys[index] === key);
}

export function callIdOf(item: AgentInputItem): string | undefined {
  return "callId" in item ? someText(item.callId) : undefined;
}

export function add(counts: Counts, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Whether there was one to take. */
export function take(counts: Counts, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}
