import {
  type CompactionState,
  type History,
  isCutpointError,
  type Item,
  type Message,
  type Part,
  type Policy,
  type PrefixBlock,
} from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanConversation, smallWindow } from "../src/generate/conversation.ts";
import { hostileItems, hostileMessages } from "../src/generate/history.ts";
import {
  engine,
  estimator,
  type LawEngine,
  summarizer,
  tokensOf,
  withFit,
} from "../src/laws/engine.ts";
import { complaintOf, expectNone, failureOf } from "../src/laws/proving.ts";
import { partedUnits } from "../src/reference/units.ts";
import { wireViolations } from "../src/reference/wire-rules.ts";

const MINIMUM_PROGRESS = 0.1;

const conversations = fc.oneof(cleanConversation({ minTurns: 2 }), hostileItems);

const policies: fc.Arbitrary<Policy> = fc
  .tuple(smallWindow, fc.constantFrom(undefined, 0.2, 0.5), fc.boolean())
  .map(([windowTokens, keepShare, byShare]) => ({
    windowTokens,
    ...(keepShare === undefined ? {} : { keepTokens: Math.floor(windowTokens * keepShare) }),
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
          const least = before > window ? 1 : before * MINIMUM_PROGRESS;
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

/** A state without its record of failures. */
function unguarded(state: CompactionState | null): unknown {
  return { ...(state ?? emptyState()), guard: null };
}

function withoutUsage(item: Item): Item {
  if (item.message.role !== "assistant") return item;
  const { usage: _usage, ...message } = item.message;
  return { ...item, message };
}

/** `compactMessages` returns a valid list within the budget with the last user message, or throws. */
function messagesFitTheBudget({ compactMessages }: LawEngine): fc.IAsyncProperty<unknown> {
  const messages = fc.oneof(
    hostileMessages,
    cleanConversation({ minTurns: 2 }).map((items) => items.map((item) => item.message)),
  );
  return fc.asyncProperty(
    messages,
    fc.integer({ min: 200, max: 4_000 }),
    async (said, budgetTokens) => {
      try {
        const { messages, receipt } = await compactMessages(said, {
          budgetTokens,
          estimator,
          summarizer,
        });
        const tokens = tokensOf(messages);
        if (tokens > budgetTokens) throw new Error(`budget: ${tokens} of ${budgetTokens} tokens`);
        if (receipt !== null && receipt.tokensAfter !== tokens)
          throw new Error(`budget: the receipt tells ${receipt.tokensAfter}, it is ${tokens}`);
        expectNone(wireViolations(messages, said), "budget");
        expectNone(lastWordsMissing(said, messages), "budget");
      } catch (error) {
        if (
          !isCutpointError(error, "budget-too-small") &&
          !isCutpointError(error, "summary-failed")
        )
          throw error;
        const needed = neededAtLeast(said);
        if (needed * 4 + 400 < budgetTokens)
          throw new Error(
            `budget: ${needed} of ${budgetTokens} needed, and yet: ${error.message}`,
            {
              cause: error,
            },
          );
      }
    },
  );
}

/** Tokens that are always kept: system texts, the last user message, and the last unit if it can be followed. */
function neededAtLeast(said: readonly Message[]): number {
  const last = lastHuman(said);
  const items = said.map((message, index): Item => ({ id: String(index), message }));
  const answer = said.findLastIndex((message) => message.role === "assistant");
  const lastUnit = Math.min(
    answer,
    items.findLastIndex((_, place) => partedUnits(items, place).length === 0),
  );
  return tokensOf(
    said.filter(
      (message, place) =>
        message.role === "system" ||
        message === last ||
        (message.role === "assistant" && place >= lastUnit),
    ),
  );
}

function lastHuman(said: readonly Message[]): Message | undefined {
  return said.findLast(
    (message) =>
      message.role === "user" &&
      message.provenance === "user" &&
      message.parts.some((part) => part.type !== "text" || part.text.trim() !== ""),
  );
}

function lastWordsMissing(said: readonly Message[], messages: readonly Message[]): string[] {
  const last = lastHuman(said);
  const parts: readonly Part[] = last?.parts ?? [];
  const shown = new Set(
    messages.flatMap((message) =>
      (message.parts as readonly Part[]).map((part) => JSON.stringify(part)),
    ),
  );
  return parts.flatMap((part) => {
    if (part.type === "other" || (part.type === "text" && part.text.trim() === "")) return [];
    const sent = part.type === "text" ? { ...part, text: part.text.toWellFormed() } : part;
    return shown.has(JSON.stringify(sent)) ? [] : ["the last human message is not there"];
  });
}

describe("compactions save tokens", () => {
  test("a compaction saves the minimum or is not applied", async () => {
    expect(await failureOf(compactionsMakeSmaller(engine), 300)).toBeNull();
  });

  test("compactMessages returns a valid list within the budget", async () => {
    expect(await failureOf(messagesFitTheBudget(engine), 300)).toBeNull();
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

  test("messages that are returned unchanged", async () => {
    const idle: LawEngine = {
      ...engine,
      compactMessages: async (messages) => ({ messages, receipt: null }),
    };
    expect(await complaintOf(messagesFitTheBudget(idle))).toMatch(/budget: /);
  });

  test("messages that are cut to the newest", async () => {
    const blunt: LawEngine = {
      ...engine,
      compactMessages: async (messages, options) => {
        const done = await engine.compactMessages(messages, options);
        return { messages: done.messages.slice(0, 1), receipt: null };
      },
    };
    expect(await complaintOf(messagesFitTheBudget(blunt))).toMatch(/budget/);
  });

  test("messages that never fit", async () => {
    const refusing: LawEngine = {
      ...engine,
      compactMessages: (messages) =>
        engine.compactMessages(messages, { budgetTokens: 20, estimator, summarizer }),
    };
    expect(await complaintOf(messagesFitTheBudget(refusing))).toMatch(/and yet/);
  });
});
