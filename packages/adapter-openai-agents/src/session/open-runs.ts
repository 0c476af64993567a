import type { AgentInputItem } from "@openai/agents-core";
import { nonEmptyText } from "../items/json.ts";
import { itemKey } from "./item-key.ts";

/** How often each key occurs. */
export type Counts = Map<string, number>;

export type Run = {
  /** Items of the run that the log contains: those that it read, and those that were written for it. */
  readonly logged: Counts;
  /** Items that were written before the SDK added them to the session. */
  readonly recorded: Counts;
  readonly callIds: Set<string>;
  /** The number of compactions when the run read the session. */
  readonly compactionCount: number;
  /** The start of the run's requests. `null` after an agent was started with a different history. */
  firstInput: readonly string[] | null;
  /** The run that starts with the same context, if an agent starts next. */
  nextRun: Run | null;
};

/**
 * The runs of a session that may still call a model.
 *
 * A run is closed when its items are added to the session. It is also closed when another run starts before it has
 * ended a tool.
 */
export type OpenRuns = {
  /** A run has read the session. The next start of an agent shows whether it is a new run or one that continues. */
  readonly startRun: (
    context: object,
    items: readonly AgentInputItem[],
    compactionCount: number,
  ) => void;
  /** Returns the run of an agent that starts. Starts the new run if one has just read the session. */
  readonly startAgent: (context: object) => Run | undefined;
  readonly get: (context: object | undefined) => Run | undefined;
  /** Returns the run of a request: it has the same start, and contains the run's calls. */
  readonly findByRequest: (input: readonly AgentInputItem[]) => Run | undefined;
  readonly reopen: (run: Run) => void;
  readonly close: (run: Run) => void;
  readonly openRuns: () => Iterable<Run>;
};

/** The maximum number of open runs; the oldest one is closed. */
const MAX_OPEN = 64;

export function createOpenRuns(): OpenRuns {
  const runs = new WeakMap<object, Run>();
  const open = new Set<Run>();

  function track(context: object, run: Run): void {
    runs.set(context, run);
    for (const other of open) if (other.callIds.size === 0) open.delete(other);
    open.add(run);
    for (const oldest of open) {
      if (open.size <= MAX_OPEN) break;
      open.delete(oldest);
    }
  }

  return {
    startRun(context, items, compactionCount) {
      const run = newRun(items, compactionCount);
      const existing = runs.get(context);
      if (existing === undefined) track(context, run);
      else existing.nextRun = run;
    },
    startAgent(context) {
      const next = runs.get(context)?.nextRun ?? null;
      if (next !== null) track(context, next);
      return runs.get(context);
    },
    get: (context) => (context === undefined ? undefined : runs.get(context)),
    findByRequest(input) {
      const keys = input.map(itemKey);
      const callIds = new Set(input.flatMap((item) => callIdOf(item) ?? []));
      const [run] = [...open]
        .filter(
          ({ firstInput, callIds: runCallIds }) =>
            startsWith(keys, firstInput) && isSubset(runCallIds, callIds),
        )
        .toSorted((left, right) => inputLength(right) - inputLength(left));
      return run;
    },
    reopen(run) {
      run.nextRun = null;
      open.add(run);
    },
    close(run) {
      run.nextRun = null;
      open.delete(run);
    },
    openRuns: () => open,
  };
}

function newRun(items: readonly AgentInputItem[], compactionCount: number): Run {
  const logged: Counts = new Map();
  for (const item of items) addKey(logged, itemKey(item));
  return {
    logged,
    recorded: new Map(),
    callIds: new Set(),
    compactionCount,
    firstInput: null,
    nextRun: null,
  };
}

/** A run that has read the items of a failed run has a longer start than that run. */
function inputLength({ firstInput }: Run): number {
  return firstInput?.length ?? 0;
}

function isSubset(some: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...some].every((each) => whole.has(each));
}

export function startsWith(keys: readonly string[], firstInput: readonly string[] | null): boolean {
  return firstInput !== null && firstInput.every((key, index) => keys[index] === key);
}

export function callIdOf(item: AgentInputItem): string | undefined {
  return "callId" in item ? nonEmptyText(item.callId) : undefined;
}

export function addKey(counts: Counts, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Removes one occurrence. Returns whether there was one. */
export function takeKey(counts: Counts, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}
