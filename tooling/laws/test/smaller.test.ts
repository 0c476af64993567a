import {
  type CompactionState,
  type History,
  type Item,
  type Policy,
  type PrefixBlock,
} from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanConversation, smallWindow } from "../src/generate/conversation.ts";
import { hostileItems } from "../src/generate/history.ts";
import {
  engine,
  estimator,
  type LawEngine,
  summarizer,
  tokensOf,
  withFit,
} from "../src/laws/engine.ts";
import { complaintOf, failureOf } from "../src/laws/proving.ts";

const MINIMUM_PROGRESS = 0.1;

/** The share of a window that estimates may fill. A larger request is above the window. */
const ESTIMATED_SHARE = 0.94;

const conversations = fc.oneof(cleanConversation({ minTurns: 2 }), hostileItems);

const policies: fc.Arbitrary<Policy> = fc
  .tuple(smallWindow, fc.constantFrom(undefined, 0.2, 0.5), fc.boolean())
  .map(([windowTokens, keepShare, byShare]) => ({
    windowTokens,
    ...(keepShare === undefined
      ? {}
      : { keep: { type: "tokens", tokens: Math.floor(windowTokens * keepShare) } }),
    ...(byShare ? { trigger: { type: "share", share: 0.8 } as const } : {}),
  }));

/**
 * A compaction saves at least the minimum, or anything above the window, and is not needed again. Otherwise nothing
 * changes.
 */
function compactionsMakeSmaller({ createCompactor }: LawEngine): fc.IAsyncProperty<unknown> {
  const extras = fc.record(
    {
      force: fc.boolean(),
      tools: fc.constantFrom(null, [{ name: "read", description: "x".repeat(200) }]),
    },
    { noNullPrototype: true },
  );
  return fc.asyncProperty(
    conversations,
    policies,
    extras,
    async (items, policy, { force, tools }) => {
      const compactor = createCompactor({ policy, estimator, summarizer });
      const request = tools === null ? {} : { tools };
      const overhead = tools === null ? 0 : estimator.estimateText(JSON.stringify(tools));
      let state: CompactionState | null = null;
      for (const count of [Math.ceil(items.length / 2), items.length]) {
        const history: History = { items: items.slice(0, count).map(withoutUsage), state };
        const before = tokensOf(engine.viewOf(history).messages) + overhead;
        const { view, outcome, state: next } = await compactor.fit(history, { ...request, force });
        const after = tokensOf(view.messages) + overhead;
        if (outcome.type === "compacted") {
          const window = policy.windowTokens ?? 0;
          const least =
            before > Math.floor(window * ESTIMATED_SHARE) ? 1 : before * MINIMUM_PROGRESS;
          if (before - after < least) throw new Error(`smaller: ${before} became ${after}`);
          const usage = compactor.usage({ items: history.items, state: next }, request);
          const again = await compactor.fit({ items: history.items, state: next }, request);
          if (again.outcome.type !== "unchanged" || again.outcome.why === "disabled")
            throw new Error(`smaller: due again at ${usage.tokens} of ${window}`);
          if (after > window) throw new Error(`smaller: ${after} do not fit ${window}`);
        } else if (
          JSON.stringify(view) !== JSON.stringify(engine.viewOf(history)) ||
          JSON.stringify(unguarded(next)) !== JSON.stringify(unguarded(state))
        )
          throw new Error(`smaller: ${outcome.type}, and yet the view is another`);
        state = next;
      }
    },
  );
}

/** A state without its record of failures and their cost. */
function unguarded(state: CompactionState | null): unknown {
  const { cost: _cost, ...rest } = state ?? emptyState();
  return { ...rest, guard: null };
}

function withoutUsage(item: Item): Item {
  if (item.message.role !== "assistant") return item;
  const { usage: _usage, ...message } = item.message;
  return { ...item, message };
}

describe("compactions save tokens", () => {
  test("a compaction saves the minimum or is not applied", async () => {
    expect(await failureOf(compactionsMakeSmaller(engine), 300)).toBeNull();
  });
});

describe("detects", () => {
  const padding: PrefixBlock = {
    kind: "summary",
    sourceId: null,
    part: { type: "text", text: "and so on ".repeat(400) },
  };

  test("a summary that is larger than the compacted items", async () => {
    const verbose = withFit((fit) => async (history, options) => {
      const fitted = await fit(history, options);
      if (fitted.outcome.type !== "compacted" || fitted.state === null) return fitted;
      const state = { ...fitted.state, prefix: [...fitted.state.prefix, padding] };
      return { ...fitted, state, view: engine.viewOf({ items: history.items, state }) };
    });
    expect(await complaintOf(compactionsMakeSmaller(verbose))).toMatch(
      /smaller: (?:\d+ became|due again|\d+ do not fit)/,
    );
  });

  test("a failed compaction that changes the history", async () => {
    const careless = withFit((fit) => async (history, options) => {
      const fitted = await fit(history, options);
      if (fitted.outcome.type === "compacted") return fitted;
      return { ...fitted, view: { ...fitted.view, messages: fitted.view.messages.slice(-4) } };
    });
    expect(await complaintOf(compactionsMakeSmaller(careless))).toMatch(
      /and yet the view is another/,
    );
  });
});
