import type { Compactor, History } from "@cutpoint/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { smallWindow } from "../src/generate/conversation.ts";
import { hostileItems } from "../src/generate/history.ts";
import { engine, estimator, type LawEngine, summarizer, tokensOf } from "../src/laws/engine.ts";
import { complaintOf, failureOf } from "../src/laws/proving.ts";

/** The usage is that of the view, before and after a compaction, if no provider reports are available. */
function usageCountsTheView({ createCompactor, viewOf }: LawEngine): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(hostileItems, smallWindow, async (items, windowTokens) => {
    const compactor = createCompactor({ policy: { windowTokens }, estimator, summarizer });
    const stale = items.map((item) => ({ ...item, stale: true as const }));
    const counts = (when: string, history: History): void => {
      const { tokens } = compactor.usage(history);
      const shown = tokensOf(viewOf(history).messages);
      if (tokens !== shown) throw new Error(`counted: ${tokens} ${when}, the view has ${shown}`);
    };
    counts("before", { items: stale, state: null });
    const { state } = await compactor.fit({ items: stale, state: null }, { force: true });
    counts("after", { items: stale, state });
  });
}

describe("usage without reports", () => {
  test("counts exactly what the view shows", async () => {
    expect(await failureOf(usageCountsTheView(engine), 300)).toBeNull();
  });
});

describe("the law of usage detects", () => {
  const variants: readonly (readonly [string, (compactor: Compactor) => Compactor["usage"]])[] = [
    [
      "usage with hidden items",
      (compactor) => (history) => ({
        ...compactor.usage(history),
        tokens: tokensOf(history.items.map((item) => item.message)),
      }),
    ],
    [
      "usage without the prefix",
      (compactor) => (history) => compactor.usage({ ...history, state: null }),
    ],
  ];

  test.each(variants)("%s", async (_name, wrong) => {
    const other: LawEngine = {
      ...engine,
      createCompactor: (options) => {
        const compactor = engine.createCompactor(options);
        return { ...compactor, usage: wrong(compactor) };
      },
    };
    expect(await complaintOf(usageCountsTheView(other))).toMatch(/counted: /);
  });
});
