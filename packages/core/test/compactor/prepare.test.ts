import { describe, expect, test } from "vitest";
import { type Compactor, createCompactor } from "../../src/compactor/create-compactor.ts";
import type { CompactorOptions } from "../../src/compactor/options.ts";
import { prepareCompaction } from "../../src/compactor/prepare.ts";
import type { NotPrepared, PreparedCompaction } from "../../src/compactor/prepared.ts";
import { type ResolvedOptions, resolveOptions } from "../../src/compactor/resolve-options.ts";
import type { History } from "../../src/message/history.ts";
import type { Item } from "../../src/message/item.ts";
import { textOf } from "../../src/message/message.ts";
import type { CompactionState } from "../../src/message/state.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { trackHistory } from "../../src/tokens/tracked-history.ts";
import { viewOf } from "../../src/view/view.ts";
import {
  answer,
  call,
  user,
  itemsOf,
  result,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine, failing, scripted } from "./scripted.ts";

const turns = Array.from({ length: 12 }, (_, turn) => [
  user(20),
  call(`c${turn}`),
  result(`c${turn}`, 60),
  answer(20),
]).flat();
const items = itemsOf(...turns);
const history: History = { items, state: null };
const request = { windowTokens: 1_200, model: "m" };

/** What arrives while a summary is made. */
const later: readonly Item[] = [
  { id: "later-1", message: user(30, "late") },
  { id: "later-2", message: answer(30, "then") },
];

function compactorOf(options: Partial<CompactorOptions> = {}): Compactor {
  return createCompactor(engine({ policy: { keep: { type: "tokens", tokens: 200 } }, ...options }));
}

function ready(prepared: PreparedCompaction | NotPrepared): PreparedCompaction {
  if (prepared.type !== "prepared") throw new Error(JSON.stringify(prepared.outcome));
  return prepared;
}

function idsOf(given: History): readonly (string | null)[] {
  return viewOf(given).ids.filter((id) => id !== null);
}

describe("a compaction in two steps", () => {
  test("returns the same as fit", async () => {
    const compactor = compactorOf();
    const prepared = ready(await compactor.prepare(history, request));
    const inTwo = compactor.apply(history, prepared, request);
    expect(inTwo).toEqual(await compactor.fit(history, request));
    expect(inTwo.state).toEqual(prepared.state);
    expect(inTwo.history).toEqual({ items, state: prepared.state });
    expect(inTwo.view).toEqual(viewOf(inTwo.history));
  });

  test("preparing changes nothing, and no model is asked when it is applied", async () => {
    const summarizer = scripted();
    const compactor = compactorOf({ summarizer });
    const before = JSON.stringify(history);
    const prepared = ready(await compactor.prepare(history, request));
    expect(JSON.stringify(history)).toBe(before);
    compactor.apply(history, prepared, request);
    compactor.apply({ items: [...items, ...later], state: null }, prepared, request);
    expect(summarizer.requests).toHaveLength(1);
  });

  test("apply reuses the result of prepare", async () => {
    let estimates = 0;
    const own = createCharacterEstimator({ charactersPerToken: 4 });
    const estimator = {
      ...own,
      estimate: (message: Parameters<typeof own.estimate>[0]): number => {
        estimates += 1;
        return own.estimate(message);
      },
    };
    const compactor = compactorOf({ estimator });
    const prepared = ready(await compactor.prepare(history, request));
    const before = estimates;
    const first = compactor.apply(history, prepared, request);
    const second = compactor.apply(history, prepared, request);
    expect(estimates).toBe(before);
    expect(first.state).toBe(prepared.state);
    expect(second.view.messages).toBe(first.view.messages);
    expect(second.history).toBe(first.history);
    if (first.outcome.type !== "compacted") throw new Error(first.outcome.type);
    expect(first.outcome.receipt).toBe(prepared.receipt);
  });

  test("messages that arrived since stay after the cut", async () => {
    const compactor = compactorOf();
    const prepared = ready(await compactor.prepare(history, request));
    const {
      history: after,
      outcome,
      state,
    } = compactor.apply({ items: [...items, ...later], state: null }, prepared, request);
    expect(outcome).toMatchObject({ type: "compacted" });
    const kept = idsOf({ items, state: prepared.state });
    expect(idsOf(after)).toEqual([...kept, "later-1", "later-2"]);
    expect(state).toEqual({ ...prepared.state, lastSeenId: "later-2" });
    if (outcome.type !== "compacted") throw new Error(outcome.type);
    expect(outcome.receipt).toEqual(prepared.receipt);
  });

  test("a sub-agent that started since is in the state, one that ended is not", async () => {
    const compactor = compactorOf();
    const { state: before } = await compactor.fit(history, { ...request, force: true });
    if (before === null) throw new Error("nothing was compacted");
    const more = [...items, ...items.map((item) => ({ ...item, id: `${item.id}-again` }))];
    const running = (...subAgents: readonly string[]): CompactionState => ({
      ...before,
      subAgents,
    });
    const planned = { items: more, state: running("ended") };
    const prepared = ready(await compactor.prepare(planned, request));
    const applied = compactor.apply({ items: more, state: running("started") }, prepared, request);
    expect(applied.outcome.type).toBe("compacted");
    expect(applied.state?.subAgents).toEqual(["started"]);
    const alone = compactor.apply({ items: more, state: before }, prepared, request);
    expect(alone.state).not.toHaveProperty("subAgents");
  });
});

describe("a prepared compaction conflicts", () => {
  async function outcomeFor(changed: (prepared: PreparedCompaction) => History): Promise<unknown> {
    const compactor = compactorOf();
    const prepared = ready(await compactor.prepare(history, request));
    const now = changed(prepared);
    const { outcome, state, view } = compactor.apply(now, prepared, request);
    expect(state).toBe(now.state);
    expect(view).toEqual(viewOf(now));
    return outcome.type === "failed" ? outcome.error.code : outcome.type;
  }

  test("if another compaction came first", async () => {
    expect(await outcomeFor(({ state }) => ({ items, state }))).toBe("conflict");
  });

  test("if compacted items were removed, at the end or before it", async () => {
    expect(await outcomeFor(() => ({ items: items.slice(0, -1), state: null }))).toBe("conflict");
    expect(await outcomeFor(() => ({ items: items.slice(1), state: null }))).toBe("conflict");
    const gone = items.filter(({ id }) => id !== "5");
    expect(await outcomeFor(() => ({ items: gone, state: null }))).toBe("conflict");
  });

  test("if an item was inserted before the compacted ones, or pinned", async () => {
    expect(await outcomeFor(() => ({ items: [...later, ...items], state: null }))).toBe("conflict");
    const pinned = items.map((item) => (item.id === "3" ? { ...item, pinId: "p" } : item));
    expect(await outcomeFor(() => ({ items: pinned, state: null }))).toBe("conflict");
  });

  test("but not if a failure was recorded, or the same history was read again", async () => {
    const compactor = compactorOf();
    const failed = await compactorOf({ summarizer: failing() }).fit(history, request);
    const prepared = ready(await compactor.prepare(history, request));
    for (const now of [structuredClone(history), failed.history]) {
      const { outcome, state } = compactor.apply(now, prepared, request);
      expect(outcome.type).toBe("compacted");
      expect(state).toEqual(prepared.state);
    }
  });
});

describe("a prepared compaction is plain data", () => {
  const copies: readonly (readonly [string, (value: unknown) => unknown])[] = [
    ["structuredClone", structuredClone],
    ["JSON", (value) => JSON.parse(JSON.stringify(value)) as unknown],
  ];

  test.each(copies)(
    "%s keeps all of it, also with a signal and tools in the request",
    async (_name, copy) => {
      const options = { reminders: () => [{ title: "To do", text: "the rest" }] };
      const { signal } = new AbortController();
      const tools = [{ name: "read", run: () => null }];
      const prepared = ready(
        await compactorOf(options).prepare(history, { ...request, signal, tools }),
      );
      expect(copy(prepared)).toEqual(prepared);
    },
  );

  test.each(copies)(
    "%s, then applied by another compactor to a history read again",
    async (_name, copy) => {
      for (const arrived of [[], later]) {
        const now = { items: [...items, ...arrived], state: null };
        const compactor = compactorOf();
        const prepared = ready(await compactor.prepare(history, request));
        const here = compactor.apply(now, prepared, request);
        const elsewhere = compactorOf({ summarizer: failing() }).apply(
          copy(now) as History,
          copy(prepared) as PreparedCompaction,
          { ...request },
        );
        expect(elsewhere).toEqual(here);
      }
    },
  );

  test("a limit for the state holds there too", async () => {
    const maxStateBytes = 2_500;
    const prepared = ready(await compactorOf({ maxStateBytes }).prepare(history, request));
    const copy = JSON.parse(JSON.stringify(prepared)) as PreparedCompaction;
    const { outcome, state } = compactorOf({ maxStateBytes }).apply(
      { items: [...items, ...later], state: null },
      copy,
    );
    expect(outcome).toMatchObject({
      type: "compacted",
      receipt: { trimmed: prepared.receipt.trimmed },
    });
    expect(JSON.stringify(state).length).toBeLessThanOrEqual(maxStateBytes);
  });
});

test("a message that arrives while a compaction is planned stays after the cut", async () => {
  const tracked = trackHistory(history);
  const arrives = (item: Item | undefined): void => {
    if (item !== undefined) tracked.append(item);
  };
  const left = [...later];
  const compactor = compactorOf({
    findRules() {
      const end = performance.now() + 6; // longer than other tasks wait
      while (performance.now() < end);
      setImmediate(() => arrives(left.shift()));
      return [];
    },
  });
  const prepared = ready(await compactor.prepare(tracked.history, request));
  expect(tracked.history.items.length).toBe(items.length + later.length);
  expect(prepared.plan.kept.at(-1)?.id).toBe(items.at(-1)?.id);
  const applied = compactor.apply(tracked.history, prepared, request);
  expect(applied.outcome.type).toBe("compacted");
  expect(idsOf(applied.history).slice(-2)).toEqual(["later-1", "later-2"]);
  const expected = await compactorOf().prepare(history, request);
  expect(prepared.plan).toEqual(ready(expected).plan);
});

describe("if nothing is prepared", () => {
  test("the state to keep comes with the reason", async () => {
    const failed = await compactorOf({ summarizer: failing() }).prepare(history, request);
    expect(failed).toMatchObject({
      type: "not-prepared",
      outcome: { type: "failed" },
      state: { compactedThrough: null, guard: { failures: 1 } },
    });
    const small = { items: items.slice(0, 4), state: null };
    expect(await compactorOf().prepare(small, request)).toEqual({
      type: "not-prepared",
      outcome: { type: "unchanged", why: "below-trigger" },
      state: null,
    });
  });

  test("an error prepares a recovery if it is an overflow", async () => {
    const compactor = compactorOf();
    const error = new Error("prompt is too long: 9 tokens > 8 maximum");
    const prepared = ready(await compactor.prepare(history, { ...request, error }));
    expect(prepared.plan.reason).toBe("overflow");
    expect(await compactor.prepare(history, { ...request, error: new Error("no") })).toEqual({
      type: "not-prepared",
      outcome: { type: "unchanged", why: "not-an-overflow" },
      state: null,
    });
  });
});

describe("the code of a compaction", () => {
  const options = resolveOptions(engine());
  const tracked = trackHistory(history);
  const { estimator, knownRules } = options;
  const planOptions = { reason: "threshold", estimator, knownRules } as const;
  const { load } = options.loaded;

  test("is loaded when the first compaction is due", async () => {
    const loaded: ResolvedOptions["loaded"] = { load };
    const run = { options: { ...options, loaded }, tracked, request, planOptions };
    await prepareCompaction({ ...run, request: { windowTokens: 100_000 } });
    expect(loaded.due).toBeUndefined();
    expect((await prepareCompaction(run)).type).toBe("prepared");
    expect(loaded.due).toBeDefined();
  });

  test("that cannot be loaded is a failure, and the next call tries again", async () => {
    let calls = 0;
    const loadSecond = async (): ReturnType<typeof load> => {
      calls += 1;
      if (calls === 1) throw new TypeError("the module is gone");
      return load();
    };
    const run = {
      options: { ...options, loaded: { load: loadSecond } },
      tracked,
      request,
      planOptions,
    };
    const error: unknown = expect.objectContaining({
      code: "summary-failed",
      message: "the summary could not be made: the module is gone",
    });
    expect(await prepareCompaction(run)).toEqual({
      type: "not-prepared",
      outcome: { type: "failed", error },
      state: null,
    });
    expect((await prepareCompaction(run)).type).toBe("prepared");
  });
});

test("warnings are those of the view and of the state that was passed in", async () => {
  const compactor = compactorOf();
  const { state } = await compactor.fit(history, { ...request, force: true });
  const lost = { items: items.map((item) => ({ ...item, id: `new-${item.id}` })), state };
  const { outcome, view, warnings } = await compactor.fit(lost, request);
  expect(outcome.type).toBe("compacted");
  expect(warnings.map(({ type }) => type)).toContain("lost-boundary");
  expect(view.warnings.map(({ type }) => type)).not.toContain("lost-boundary");
  expect(textOf(view.messages[0] ?? user(1))).toContain("what was said before");
});
