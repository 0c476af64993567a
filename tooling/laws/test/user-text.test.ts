import {
  assistantMessage,
  type CompactionState,
  type FitResult,
  type History,
  type Item,
  type Policy,
  type PrefixBlock,
  textOf,
  userMessage,
} from "@cutpoint/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { words } from "../src/generate/text.ts";
import { engine, estimator, type LawEngine, summarizer, withFit } from "../src/laws/engine.ts";
import { complaintOf, expectNone, failureOf } from "../src/laws/proving.ts";

/** A conversation with much user text and some very long messages. */
const talk: fc.Arbitrary<readonly Item[]> = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 6, arbitrary: words(2, 40) }, { weight: 1, arbitrary: words(150, 600) }),
      words(10, 250),
    ),
    { minLength: 3, maxLength: 9, size: "max" },
  )
  .map((turns) =>
    turns
      .flatMap(([asked, answered], turn) => [
        userMessage(`Wish ${turn}: ${asked}, that is wish ${turn}`),
        assistantMessage(`Answer ${turn}: ${answered}`),
      ])
      .map((message, place) => ({ id: `i${place}`, message })),
  );

type Budget = { readonly windowTokens: number; readonly keepUserTokens: number };

const budgets: fc.Arbitrary<Budget & { readonly policy: Policy }> = fc
  .tuple(fc.integer({ min: 800, max: 6_000 }), fc.boolean())
  .map(([windowTokens, isDefault]) => {
    const keepUserTokens = Math.floor(windowTokens * (isDefault ? 0.1 : 0.4));
    const policy = {
      windowTokens,
      keep: { type: "tokens", tokens: Math.floor(windowTokens * 0.2) } as const,
    };
    return {
      windowTokens,
      keepUserTokens,
      policy: isDefault ? policy : { ...policy, keepUserTokens },
    };
  });

/** Over several compactions the prefix keeps user text verbatim, newest first, within the budget. */
function humansAreQuoted({ createCompactor }: LawEngine): fc.IAsyncProperty<unknown> {
  const growing = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 });
  return fc.asyncProperty(talk, budgets, growing, async (items, budget, growth) => {
    const compactor = createCompactor({ policy: budget.policy, estimator, summarizer });
    const clamped = new Set<string>();
    let state: CompactionState | null = null;
    let count = 0;
    for (const more of growth) {
      count += more;
      const history: History = { items: items.slice(0, count), state };
      const fitted: FitResult = await compactor.fit(history, { force: true });
      state = fitted.state;
      expectNone(lastWordsMissing(history.items, fitted, budget), "human words");
      if (state === null || fitted.outcome.type !== "compacted") continue;
      for (const id of fitted.outcome.receipt.truncatedIds) clamped.add(id);
      expectNone(misquoted(history.items, state, clamped), "human words");
      if (!isRoomy(history.items, budget)) return;
      expectNone(badlyChosen(history.items, state, budget), "human words");
    }
  });
}

function quotesOf(state: CompactionState): readonly PrefixBlock[] {
  return state.prefix.filter((piece) => piece.kind === "user" || piece.kind === "first-request");
}

function misquoted(
  items: readonly Item[],
  state: CompactionState,
  clamped: ReadonlySet<string>,
): string[] {
  return quotesOf(state).flatMap(({ sourceId, part }) => {
    const source = items.find((item) => item.id === sourceId);
    if (source === undefined || part.type !== "text")
      return [`${sourceId} does not belong to an item`];
    const said = textOf(source.message);
    if (part.text === said) return [];
    if (!clamped.has(source.id)) return [`${sourceId} differs from the item without a receipt`];
    const isHeadAndTail =
      part.text.includes(said.slice(0, 6)) && part.text.endsWith(said.slice(-4));
    const isNamedOnce = part.text.split(source.id).length === 2;
    return isHeadAndTail && isNamedOnce ? [] : [`${sourceId} is not head and tail: ${part.text}`];
  });
}

/** Tokens of the preamble, the end mark and the smallest summary. Without room for them, only the last message stays. */
const FRAME_TOKENS = 130;

function isRoomy(items: readonly Item[], { keepUserTokens, windowTokens }: Budget): boolean {
  const last = items.findLast(isHuman);
  const lastTokens = last === undefined ? 0 : estimator.estimateText(textOf(last.message));
  return lastTokens + keepUserTokens + FRAME_TOKENS <= Math.ceil(windowTokens * 0.75);
}

function badlyChosen(
  items: readonly Item[],
  state: CompactionState,
  { windowTokens, keepUserTokens }: Budget,
): string[] {
  const end = items.findIndex((item) => item.id === state.compactedThrough) + 1;
  const covered = items.slice(0, end).filter(isHuman);
  const quotes = quotesOf(state);
  const quoted = new Set(quotes.map((piece) => piece.sourceId));
  const size = (item: Item): number => estimator.estimateText(textOf(item.message));
  const last = items.findLast(isHuman)?.id;
  const [first, ...later] = covered;
  const amiss: string[] = [];

  const oldest = later.findIndex((item) => quoted.has(item.id));
  const gap = later.find((item, place) => oldest !== -1 && place > oldest && !quoted.has(item.id));
  if (gap !== undefined) amiss.push(`${gap.id} is left out though older words are kept`);
  const largest = Math.floor(windowTokens / 4);
  const whole = covered.reduce((sum, item) => sum + size(item), 0);
  if (whole <= keepUserTokens && covered.every((item) => size(item) <= largest)) {
    for (const item of covered)
      if (
        !quotes.some(
          (piece) => piece.part.type === "text" && piece.part.text === textOf(item.message),
        )
      )
        amiss.push(`${item.id} is not quoted though all fits`);
  }
  if (first !== undefined && size(first) <= Math.min(keepUserTokens, largest)) {
    const request = quotes.find((piece) => piece.kind === "first-request");
    if (request?.sourceId !== first.id) amiss.push(`the first request ${first.id} is gone`);
  }
  const spent = quotes
    .filter((piece) => piece.sourceId !== last)
    .reduce(
      (sum, { part }) => sum + (part.type === "text" ? estimator.estimateText(part.text) : 0),
      0,
    );
  if (spent > keepUserTokens)
    amiss.push(`${spent} tokens are quoted, the budget is ${keepUserTokens}`);
  return amiss;
}

/** The last user message is whole, or cut in the middle if it does not fit. */
function lastWordsMissing(
  items: readonly Item[],
  { view }: FitResult,
  { windowTokens }: Budget,
): string[] {
  const last = items.findLast(isHuman);
  if (last === undefined) return [];
  const text = textOf(last.message);
  const isTooLarge = estimator.estimateText(text) + FRAME_TOKENS > Math.ceil(windowTokens * 0.75);
  const said = isTooLarge ? text.slice(0, 6) : text;
  const isThere = view.messages.some((message) =>
    message.parts.some((part) => part.type === "text" && part.text.includes(said)),
  );
  return isThere ? [] : [`the last words, ${last.id}, are not in the view`];
}

function isHuman({ message }: Item): boolean {
  return message.role === "user" && message.provenance === "user";
}

describe("user text", () => {
  test("is kept verbatim, newest first, within the budget", async () => {
    expect(await failureOf(humansAreQuoted(engine), 300)).toBeNull();
  });
});

type Change = (
  piece: PrefixBlock,
  place: number,
  quotes: readonly PrefixBlock[],
) => PrefixBlock | null;

/** Changes user text on its way into the prefix. */
function changing(change: Change): LawEngine {
  return withFit((fit) => async (history, options) => {
    const fitted = await fit(history, options);
    const { state: made } = fitted;
    if (fitted.outcome.type !== "compacted" || made === null) return fitted;
    const quotes = quotesOf(made);
    const head = made.prefix.flatMap((piece) =>
      quotes.includes(piece) ? (change(piece, quotes.indexOf(piece), quotes) ?? []) : [piece],
    );
    const state = { ...made, prefix: head };
    return { ...fitted, state, view: engine.viewOf({ items: history.items, state }) };
  });
}

describe("the law of user text detects", () => {
  const variants: readonly (readonly [string, Change, RegExp])[] = [
    ["truncated text", (piece) => cut(piece), /differs from the item|last words/],
    ["no user text", () => null, /though all fits|first request|last words/],
    [
      "no first request",
      (piece) => (piece.kind === "first-request" ? null : piece),
      /first request/,
    ],
    [
      "the oldest text instead of the newest",
      (piece, place, quotes) => (place === quotes.length - 1 && place > 1 ? null : piece),
      /left out though older|last words|though all fits/,
    ],
    [
      "text without a limit",
      (piece) =>
        piece.part.type === "text"
          ? { ...piece, part: { ...piece.part, text: piece.part.text.padEnd(9_000, ".") } }
          : piece,
      /differs from the item|the budget is|not head and tail|last words/,
    ],
  ];

  test.each(variants)("%s", async (_name, change, because) => {
    expect(await complaintOf(humansAreQuoted(changing(change)))).toMatch(because);
  });

  test("a budget that is exceeded", async () => {
    const generous: LawEngine = {
      ...engine,
      createCompactor: (options) =>
        engine.createCompactor({
          ...options,
          policy: (request) => {
            const policy =
              typeof options.policy === "function" ? options.policy(request) : options.policy;
            return { ...policy, keepUserTokens: (policy?.windowTokens ?? 0) * 0.6 };
          },
        }),
    };
    expect(await complaintOf(humansAreQuoted(generous))).toMatch(/the budget is/);
  });
});

function cut(piece: PrefixBlock): PrefixBlock {
  if (piece.part.type !== "text") return piece;
  return { ...piece, part: { ...piece.part, text: piece.part.text.slice(0, 9) } };
}
