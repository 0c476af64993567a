import {
  assistantMessage,
  type CompactionState,
  createCompactor,
  type Item,
  type Policy,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { expect, test } from "vitest";

const summarizer = createExtractiveSummarizer();

test.each([
  ["a window", { windowTokens: 8_000 }],
  ["a trigger", { windowTokens: 128_000, trigger: { type: "tokens", tokens: 6_000 } }],
] satisfies [string, Policy][])(
  "%s keeps compactions of equal turns far apart",
  async (_, policy) => {
    const compactor = createCompactor({ summarizer, policy });
    const items: Item[] = [];
    const compacted: number[] = [];
    let state: CompactionState | null = null;
    for (let turn = 0; turn < 600; turn += 1) {
      const text = `Question ${turn}: ${"what about this? ".repeat(20)}`;
      items.push({ id: `u${turn}`, message: userMessage(text) });
      const fitted = await compactor.fit({ items, state });
      ({ state } = fitted);
      if (fitted.outcome.type === "compacted") compacted.push(turn);
      const answer = `${fitted.view.messages.length} messages`;
      items.push({ id: `a${turn}`, message: assistantMessage(answer) });
    }
    const intervals = intervalsOf(compacted);
    const [median = 0] = intervals
      .toSorted((a, b) => a - b)
      .slice(Math.floor(intervals.length / 2));
    expect(Math.min(...intervals.slice(3))).toBeGreaterThanOrEqual(median / 2);
    const last = intervals.slice(-10);
    expect(Math.max(...last)).toBeLessThanOrEqual(2 * Math.min(...last));
    expect(intervals.length).toBeLessThan(36);
  },
);

/** Returns the distances between compactions. */
function intervalsOf(compacted: readonly number[]): readonly number[] {
  return compacted.slice(1).map((at, index) => at - (compacted[index] ?? 0));
}

test.each([500, 1_000, 1_500])(
  "in a large window, at least ten requests of %i tokens lie between two compactions",
  async (size) => {
    const compactor = createCompactor({ summarizer, policy: { windowTokens: 128_000 } });
    const items: Item[] = [{ id: "u", message: userMessage("Mend all boats.") }];
    const compacted: number[] = [];
    let state: CompactionState | null = null;
    for (let step = 0; compacted.length < 8; step += 1) {
      items.push(...stepOf(step, Math.floor(size / TOKENS_PER_WORD)));
      const fitted = await compactor.fit({ items, state });
      ({ state } = fitted);
      if (fitted.outcome.type === "compacted") compacted.push(step);
    }
    const intervals = intervalsOf(compacted);
    expect(Math.min(...intervals)).toBeGreaterThanOrEqual(10);
  },
);

/** The estimated size of a word of {@link stepOf}. */
const TOKENS_PER_WORD = 4.5;

/** A step of an agent whose result has a number of words, each of them different. */
function stepOf(step: number, words: number): readonly Item[] {
  const call = { callId: `c${step}`, name: "read" };
  const text = Array.from({ length: words }, (_, index) => `plank${step}x${index}`).join(" ");
  const parts = [{ type: "tool-call", ...call, arguments: `{"path":"boat${step}.ts"}` } as const];
  return [
    { id: `a${step}`, message: { role: "assistant", parts } },
    { id: `t${step}`, message: toolMessage(call, text) },
  ];
}

test("a large tool result is truncated, and the segments before it stay as they are", async () => {
  const windowTokens = 16_000;
  const compactor = createCompactor({ summarizer, policy: { windowTokens } });
  const items: Item[] = [{ id: "u", message: userMessage("Mend all boats.") }];
  let state: CompactionState | null = null;
  for (let step = 0; state === null; step += 1) {
    items.push(...stepOf(step, 100));
    ({ state } = await compactor.fit({ items, state }));
  }
  const segments = state.prefix.filter(({ segment }) => segment !== undefined);
  items.push(...[100, 101, 102, 103].flatMap((step) => stepOf(step, 150)), ...stepOf(104, 6_000));
  const fitted = await compactor.fit({ items, state });
  expect(fitted.outcome.type).toBe("compacted");
  const after = fitted.state?.prefix.filter(({ segment }) => segment !== undefined) ?? [];
  expect(after.slice(0, segments.length)).toEqual(segments);
  expect(after.length).toBeGreaterThan(segments.length);
  const { tokens } = compactor.usage({ items, state: fitted.state });
  expect(tokens).toBeLessThanOrEqual(windowTokens * 0.75);
  const shown = JSON.stringify(fitted.view.messages.at(-1));
  expect(shown).toContain("plank104x0 ");
});
