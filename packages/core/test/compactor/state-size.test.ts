import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import { mostTokensIn, stateWithin } from "../../src/compactor/state-size.ts";
import type { Item } from "../../src/message/item.ts";
import { type Message, assistantMessage, userMessage } from "../../src/message/message.ts";
import type { CompactionState } from "../../src/message/state.ts";
import type { Policy } from "../../src/plan/policy.ts";
import { resolvePolicy } from "../../src/plan/resolve-policy.ts";
import { viewOf } from "../../src/view/view.ts";
import { call, itemsOf, result } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine, quoting } from "./scripted.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const messages: readonly Message[] = Array.from({ length: 40 }, (_, turn) => [
  userMessage(`Question ${turn}: ${"wörds 漢字 ".repeat(30)}`),
  call(`c${turn}`, "read", JSON.stringify({ path: `src/file-${turn}.ts` })),
  result(`c${turn}`, 200),
]).flat();
const items: readonly Item[] = itemsOf(...messages).map((item, index) => ({
  ...item,
  turnId: `turn-${Math.floor(index / 3)}`,
}));

async function largeState(): Promise<CompactionState> {
  const policy = {
    windowTokens: 40_000,
    keep: { type: "tokens", tokens: 2_000 } as const,
    keepUserTokens: 8_000,
  };
  const compactor = createCompactor(engine({ policy, summarizer: quoting() }));
  const { state } = await compactor.fit({ items, state: null }, { force: true });
  if (state === null) throw new Error("nothing was compacted");
  const text = "a part of it 🙂 ".repeat(2_000);
  return {
    ...state,
    memory: { words: ["a", "b"] },
    replacements: { "120": [{ type: "text", text }] },
  };
}

test("a state that fits, or has no limit, is unchanged", async () => {
  const state = await largeState();
  expect(stateWithin(state, bytesOf(state))).toEqual({ state, trimmed: [] });
  expect(stateWithin(state, null)).toEqual({ state, trimmed: [] });
});

test("a state is at most as large as its limit; summary and newest user text stay whole", async () => {
  const large = await largeState();
  const fixed = bytesOf(large.prefix.filter(({ kind }) => kind !== "user"));
  const limits = fc.integer({ min: fixed + 3_000, max: bytesOf(large) });
  fc.assert(
    fc.property(limits, (maxStateBytes) => {
      const { state, trimmed } = stateWithin(large, maxStateBytes);
      expect(bytesOf(state)).toBeLessThanOrEqual(maxStateBytes);
      expect(trimmed.length > 0).toBe(bytesOf(large) > maxStateBytes);
      expect(JSON.stringify(viewOf({ items, state }).messages).isWellFormed()).toBe(true);
      const blocks = (kind: string, of: CompactionState) =>
        of.prefix.filter((block) => block.kind === kind);
      expect(blocks("summary", large)).toHaveLength(1);
      expect(blocks("summary", state)).toEqual(blocks("summary", large));
      expect(blocks("user", state).at(-1)).toEqual(blocks("user", large).at(-1));
    }),
    cases(100),
  );
});

test("a replacement is shortened by little more than necessary", async () => {
  const large = await largeState();
  const { state, trimmed } = stateWithin(large, bytesOf(large) - 5_000);
  expect(trimmed.at(-1)).toBe("replacements");
  const length = (of: CompactionState): number => bytesOf(of.replacements);
  expect(length(state)).toBeGreaterThan(0.8 * (length(large) - 5_000));
});

test("removed parts are listed in order", async () => {
  const large = await largeState();
  const { trimmed } = stateWithin(large, 1);
  expect(trimmed).toEqual(["memory", "digest", "turn-ids", "replacements", "user-text"]);
});

test("a part that a state does not have is not listed", async () => {
  const { memory: _memory, ...large } = await largeState();
  const { trimmed } = stateWithin({ ...large, digest: null }, bytesOf(large) - 1_000);
  expect(trimmed).not.toContain("memory");
  expect(trimmed).not.toContain("digest");
});

test("a compactor with a limit keeps its states below it and lists what was removed", async () => {
  const policy = {
    windowTokens: 12_000,
    keep: { type: "tokens", tokens: 2_000 } as const,
    keepUserTokens: 3_000,
    summaryTokens: 800,
  };
  const fitted = async (maxStateBytes: number) => {
    const { outcome, state } = await createCompactor(
      engine({ policy, summarizer: quoting(), maxStateBytes }),
    ).fit({ items, state: null }, { force: true });
    if (outcome.type !== "compacted") throw new Error(JSON.stringify(outcome));
    return { state, bytes: bytesOf(state), trimmed: outcome.receipt.trimmed };
  };
  const free = await fitted(Number.POSITIVE_INFINITY);
  expect(free.trimmed).toEqual([]);
  const limit = Math.floor(free.bytes * 0.7);
  const limited = await fitted(limit);
  expect(limited.bytes).toBeLessThanOrEqual(limit);
  expect(limited.trimmed).toContain("digest");
});

test("a limit lowers the defaults for user text and summaries, and no number that the policy has", () => {
  const mostTokens = mostTokensIn(16_000);
  const sizes = (policy: Policy, windowTokens: number) => {
    const resolved = resolvePolicy({ ...policy, mostTokens }, windowTokens);
    const { keepUserTokens, offlineSummaryTokens, summaryTokens } = resolved;
    return [keepUserTokens, summaryTokens, offlineSummaryTokens];
  };
  expect(sizes({}, 100_000)).toEqual([1_000, 1_000, 1_000]);
  expect(sizes({}, 4_000)).toEqual([400, 800, 1_000]);
  expect(sizes({}, 1_000)).toEqual([100, 200, 300]);
  const own = { keepUserTokens: 7_000, summaryTokens: 9_000 };
  expect(sizes(own, 100_000)).toEqual([7_000, 9_000, 9_000]);
});

test("a state is within its limit after each of many compactions", async () => {
  const maxStateBytes = 16_000;
  const policy = { windowTokens: 20_000 };
  const compactor = createCompactor(engine({ policy, summarizer: quoting(), maxStateBytes }));
  const long = Array.from({ length: 600 }, (_, turn): Item => ({
    id: `turn-${turn}`,
    message:
      turn % 2 === 0
        ? userMessage(`question ${turn}: ${"what about this? ".repeat(20)}`)
        : assistantMessage(`answer ${turn}: ${"it is like that. ".repeat(30)}`),
  }));
  let state: CompactionState | null = null;
  let compactions = 0;
  for (let length = 10; length <= long.length; length += 10) {
    const fitted = await compactor.fit({ items: long.slice(0, length), state });
    state = fitted.state;
    if (fitted.outcome.type !== "compacted") continue;
    compactions += 1;
    expect(bytesOf(state)).toBeLessThanOrEqual(maxStateBytes);
  }
  expect(compactions).toBeGreaterThan(4);
});

test("the window that a catalog knows counts as well", async () => {
  const options = engine({ maxStateBytes: 4_000, catalog: () => ({ windowTokens: 100_000 }) });
  const plan = await createCompactor(options).plan(
    { items, state: null },
    { force: true, model: "m" },
  );
  expect(plan).toMatchObject({ type: "plan", summaryTokens: 250 });
});

test.each([0, -1, Number.NaN])("a limit of %s bytes is rejected", (maxStateBytes) => {
  expect(() => createCompactor(engine({ maxStateBytes }))).toThrow(
    /^maxStateBytes is .*: expected a positive number of bytes/,
  );
});
