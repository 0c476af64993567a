import { isDeepStrictEqual } from "node:util";
import type {
  CompactionState,
  FitResult,
  History,
  Item,
  Message,
  Part,
  PrefixBlock,
  Receipt,
  SummaryRequest,
} from "@cutpoint/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanConversation } from "../src/generate/conversation.ts";
import { hostileItems } from "../src/generate/history.ts";
import {
  engine,
  estimator,
  idsOf,
  type LawEngine,
  recordingSummarizer,
  tokensOf,
  withFit,
  withSummarizer,
} from "../src/laws/engine.ts";
import { complaintOf, expectNone, failureOf } from "../src/laws/proving.ts";

const growing = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 6 });

/** Windows and budgets that a generated conversation exceeds. */
const policy = fc
  .record(
    {
      windowTokens: fc.integer({ min: 600, max: 4_000 }),
      share: fc.double({ min: 0.05, max: 0.6, noNaN: true }),
    },
    { noNullPrototype: true },
  )
  .map(({ windowTokens, share }) => ({
    windowTokens,
    keep: { type: "tokens", tokens: Math.max(1, Math.floor(windowTokens * share)) } as const,
  }));

/**
 * Each item is compacted or kept, and never both.
 *
 * Messages arrive between compactions. Each compacted item is passed to the summarizer once, verbatim prefix blocks
 * come from compacted items, and receipts match the result.
 */
function nothingIsLost({ createCompactor }: LawEngine): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(
    cleanConversation({ minTurns: 3, maxTurns: 7 }),
    growing,
    policy,
    async (items, growth, policy) => {
      const summarizer = recordingSummarizer();
      const compactor = createCompactor({ policy, estimator, summarizer });
      let state: CompactionState | null = null;
      let count = 0;
      for (const more of growth) {
        count += more;
        const history: History = { items: items.slice(0, count), state };
        summarizer.requests.length = 0;
        const before = tokensOf(engine.viewOf(history).messages);
        const fitted: FitResult = await compactor.fit(history, { force: true });
        expectNone(keptAmiss(history, fitted), "accounted");
        if (fitted.outcome.type === "compacted") {
          const { receipt } = fitted.outcome;
          expectNone(coveredAmiss(history, fitted, summarizer.requests), "accounted");
          expectNone(receiptAmiss(history, fitted, receipt, before), "accounted");
        }
        expectNone(carriedAmiss(history.items, fitted.state?.prefix ?? []), "accounted");
        state = fitted.state;
      }
    },
  );
}

function boundaryOf(items: readonly Item[], state: CompactionState | null): number {
  const through = state?.compactedThrough ?? null;
  return through === null ? 0 : idsOf(items).indexOf(through) + 1;
}

/** Items after the boundary that the view changes or omits, and others that it shows. */
function keptAmiss({ items }: History, { view, state }: FitResult): string[] {
  const kept = items.slice(boundaryOf(items, state));
  const shown = view.ids.filter((id) => id !== null);
  const amiss: string[] = [];
  if (!isDeepStrictEqual([...shown].sort(), [...idsOf(kept)].sort()))
    amiss.push(`kept is ${idsOf(kept).join()}, the view shows ${shown.join()}`);
  for (const item of kept) {
    const message = view.messages[view.ids.indexOf(item.id)];
    const parts: readonly Part[] = state?.replacements[item.id] ?? item.message.parts;
    if (!isDeepStrictEqual(message?.parts, parts)) amiss.push(`${item.id} is not what was said`);
  }
  return amiss;
}

function coveredAmiss(
  { items, state: before }: History,
  { state }: FitResult,
  requests: readonly SummaryRequest[],
): string[] {
  const covered = items.slice(boundaryOf(items, before), boundaryOf(items, state));
  const given = requests.flatMap(({ items: covered, turnPrefix }) => [...covered, ...turnPrefix]);
  const amiss: string[] = [];
  if (covered.length === 0 && requests.length > 0) amiss.push("nothing was covered");
  if (!isDeepStrictEqual(idsOf(given), idsOf(covered)))
    amiss.push(`covered is ${idsOf(covered).join()}, the summarizer got ${idsOf(given).join()}`);
  if (state?.compacted.items !== (before?.compacted.items ?? 0) + covered.length)
    amiss.push(`the mark counts ${state?.compacted.items} covered items`);
  return amiss;
}

function receiptAmiss(
  history: History,
  { view, state }: FitResult,
  receipt: Receipt,
  tokensBefore: number,
): string[] {
  const { items } = history;
  const end = boundaryOf(items, state);
  const covered = items.slice(boundaryOf(items, history.state), end);
  const told = {
    tokensBefore: receipt.tokensBefore,
    tokensAfter: receipt.tokensAfter,
    items: receipt.compacted.items,
    firstId: receipt.compacted.firstId,
    lastId: receipt.compacted.lastId,
    through: receipt.compactedThrough,
    firstKeptId: receipt.firstKeptId,
    kept: receipt.kept.items,
  };
  const real = {
    tokensBefore,
    tokensAfter: tokensOf(view.messages),
    items: covered.length,
    firstId: covered[0]?.id ?? null,
    lastId: covered.at(-1)?.id ?? null,
    through: state?.compactedThrough,
    firstKeptId: items[end]?.id ?? null,
    kept: items.length - end,
  };
  return isDeepStrictEqual(told, real)
    ? []
    : [`the receipt tells ${JSON.stringify(told)}, true is ${JSON.stringify(real)}`];
}

/** Prefix blocks that differ from their items. */
function carriedAmiss(items: readonly Item[], head: readonly PrefixBlock[]): string[] {
  return head.flatMap(({ kind, sourceId, part }) => {
    if (sourceId === null) return [];
    const source = items.find((item) => item.id === sourceId);
    if (source === undefined) return [`${kind} of ${sourceId}, which is not an item`];
    const parts: readonly Part[] = source.message.parts;
    const isClamped = part.type === "text" && part.text.includes(sourceId);
    return isClamped || parts.some((said) => isDeepStrictEqual(said, part))
      ? []
      : [`${kind} of ${sourceId} is not what was said`];
  });
}

/** Items that a view of a hostile history omits must be blank, failed or without a call. */
function viewsLeaveOutNothing({ viewOf }: LawEngine): fc.IProperty<unknown> {
  return fc.property(hostileItems, (items) => {
    const view = viewOf({ items, state: null });
    const shown = new Set(view.ids);
    const messages = items.map((item) => item.message);
    expectNone(
      items.flatMap(({ id, message }, place) =>
        shown.has(id) || isExcused(message, place, messages) ? [] : [`${id} is left out`],
      ),
      "accounted",
    );
  });
}

function isExcused(message: Message, place: number, messages: readonly Message[]): boolean {
  const parts: readonly Part[] = message.parts;
  if (message.role === "tool") return !answersSomething(message.callId, place, messages);
  if (message.role === "assistant" && message.finishReason === "error") return true;
  return parts.every(
    (part) => part.type === "reasoning" || (part.type === "text" && part.text.trim() === ""),
  );
}

/** Whether a result follows an unanswered call with its id. */
function answersSomething(callId: string, place: number, messages: readonly Message[]): boolean {
  for (let earlier = place - 1; earlier >= 0; earlier -= 1) {
    const message = messages[earlier];
    if (message?.role === "tool" && message.callId === callId) return false;
    if (message?.role !== "assistant") continue;
    if (!message.parts.some((part) => part.type === "tool-call" && part.callId === callId))
      continue;
    return message.finishReason !== "error";
  }
  return false;
}

describe("compactions account for every item", () => {
  test("every item is compacted or kept, and compacted items reach the summarizer", async () => {
    expect(await failureOf(nothingIsLost(engine), 200)).toBeNull();
  });

  test("a view omits nothing that can be sent", async () => {
    expect(await failureOf(viewsLeaveOutNothing(engine), 300)).toBeNull();
  });
});

describe("detects", () => {
  const variants: readonly (readonly [string, LawEngine, RegExp])[] = [
    [
      "a second compaction that begins after the entry of the first",
      withFit((fit) => (history, options) => {
        const { state } = history;
        const through = state?.lastSeenId ?? null;
        if (state === null || through === null) return fit(history, options);
        return fit({ ...history, state: { ...state, compactedThrough: through } }, options);
      }),
      /accounted: (kept|covered) is|nothing was covered/,
    ],
    [
      "a compaction that drops items that do not fit the summarizer",
      withSummarizer((summarizer) => ({
        ...summarizer,
        summarize: (request, signal) =>
          summarizer.summarize({ ...request, items: request.items.slice(-3) }, signal),
      })),
      /the summarizer got/,
    ],
    [
      "a compaction that ignores the turn prefix",
      withSummarizer((summarizer) => ({
        ...summarizer,
        summarize: (request, signal) =>
          summarizer.summarize({ ...request, turnPrefix: [] }, signal),
      })),
      /the summarizer got/,
    ],
    [
      "a receipt with too large savings",
      withFit((fit) => async (history, options) => {
        const fitted = await fit(history, options);
        if (fitted.outcome.type !== "compacted") return fitted;
        const receipt = { ...fitted.outcome.receipt, tokensAfter: 1 };
        return { ...fitted, outcome: { ...fitted.outcome, receipt } };
      }),
      /the receipt tells/,
    ],
    [
      "a prefix that paraphrases verbatim text",
      withFit((fit) => async (history, options) => {
        const fitted = await fit(history, options);
        if (fitted.state === null) return fitted;
        const prefix = fitted.state.prefix.map((piece) =>
          piece.sourceId === null
            ? piece
            : { ...piece, part: { type: "text", text: "asked for things" } as const },
        );
        return { ...fitted, state: { ...fitted.state, prefix } };
      }),
      /is not what was said/,
    ],
  ];

  test.each(variants)("%s", async (_name, other, because) => {
    expect(await complaintOf(nothingIsLost(other))).toMatch(because);
  });

  test("a view that omits messages that it cannot place", async () => {
    const viewOf: LawEngine["viewOf"] = (history, request) => {
      const view = engine.viewOf(history, request);
      return { ...view, ids: view.ids.map((id, place) => (place === 3 ? null : id)) };
    };
    expect(await complaintOf(viewsLeaveOutNothing({ ...engine, viewOf }))).toMatch(/is left out/);
  });
});
