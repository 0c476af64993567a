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

/** Over several compactions each segment keeps user text verbatim, newest first, within its budget. */
function humansAreQuoted({ createCompactor }: LawEngine): fc.IAsyncProperty<unknown> {
  const growing = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 });
  return fc.asyncProperty(talk, budgets, growing, async (items, budget, growth) => {
    const compactor = createCompactor({ policy: budget.policy, estimator, summarizer });
    const clamped = new Set<string>();
    let state: CompactionState | null = null;
    let count = 0;
    for (const more of growth) {
      count += more;
      const before = state;
      const history: History = { items: items.slice(0, count), state };
      const fitted: FitResult = await compactor.fit(history, { force: true });
      state = fitted.state;
      expectNone(lastWordsMissing(history.items, fitted, budget), "human words");
      if (state === null || fitted.outcome.type !== "compacted") continue;
      for (const id of fitted.outcome.receipt.truncatedIds) clamped.add(id);
      expectNone(misquoted(history.items, state, clamped), "human words");
      if (!isRoomy(history.items, budget)) return;
      expectNone(badlyChosen(history.items, before, state, budget), "human words");
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

/** The share of the window that the user text of an appended segment takes at most. */
const APPENDED_SHARE = 0.06;

/** What a compaction could quote, and what it quoted: of an appended segment alone, or of the one that replaces all. */
type Choice = {
  readonly isAppend: boolean;
  /** The texts by item id, oldest first, as the messages or the segments before have them. */
  readonly texts: ReadonlyMap<string, string>;
  readonly quotes: readonly PrefixBlock[];
  readonly budgetTokens: number;
};

function choiceOf(
  items: readonly Item[],
  before: CompactionState | null,
  state: CompactionState,
  { keepUserTokens, windowTokens }: Budget,
): Choice {
  const endOf = (id: string | null | undefined): number =>
    items.findIndex((item) => item.id === id) + 1;
  const compacted = items
    .slice(endOf(before?.compactedThrough), endOf(state.compactedThrough))
    .filter(isHuman)
    .map((item) => [item.id, textOf(item.message)] as const);
  const newest = newestSegment(before);
  const written = newestSegment(state);
  const quotes = quotesOf(state);
  if (written > newest && newest > 0)
    return {
      isAppend: true,
      texts: new Map(compacted),
      quotes: quotes.filter(({ segment = 1 }) => segment === written),
      budgetTokens: Math.min(keepUserTokens, Math.floor(windowTokens * APPENDED_SHARE)),
    };
  const quoted = (before === null ? [] : quotesOf(before)).map(
    ({ part, sourceId }) => [sourceId ?? "", part.type === "text" ? part.text : ""] as const,
  );
  const texts = new Map([...quoted, ...compacted]);
  return { isAppend: false, texts, quotes, budgetTokens: keepUserTokens };
}

function newestSegment(state: CompactionState | null): number {
  return Math.max(0, ...(state?.prefix ?? []).map(({ segment = 0 }) => segment));
}

function badlyChosen(
  items: readonly Item[],
  before: CompactionState | null,
  state: CompactionState,
  budget: Budget,
): string[] {
  if (before !== null && before.compactedThrough === state.compactedThrough) return [];
  const { budgetTokens, isAppend, quotes, texts } = choiceOf(items, before, state, budget);
  const ids = [...texts.keys()];
  const quoted = new Map(quotes.map((piece) => [piece.sourceId, piece]));
  const size = (text: string): number => estimator.estimateText(text);
  const largest = Math.min(budgetTokens, Math.floor(budget.windowTokens / 4));
  const last = items.findLast(isHuman)?.id;
  const first = isAppend ? undefined : items.find(isHuman);
  const amiss: string[] = [];

  const later = ids.filter((id) => id !== first?.id);
  const oldest = later.findIndex((id) => quoted.has(id));
  const gap = later.find((id, place) => oldest !== -1 && place > oldest && !quoted.has(id));
  if (gap !== undefined) amiss.push(`${gap} is left out though older words are kept`);
  const sizes = [...texts.values()].map(size);
  const whole = sizes.reduce((sum, tokens) => sum + tokens, 0);
  if (whole <= budgetTokens && sizes.every((tokens) => tokens <= largest))
    for (const [id, text] of texts) {
      const part = quoted.get(id)?.part;
      if (part?.type !== "text" || part.text !== text)
        amiss.push(`${id} is not quoted though all fits`);
    }
  if (first !== undefined && size(textOf(first.message)) <= largest)
    if (quoted.get(first.id)?.kind !== "first-request")
      amiss.push(`the first request ${first.id} is gone`);
  if (isAppend) {
    const stays = JSON.stringify(quotesOf(state).filter((piece) => !quotes.includes(piece)));
    if (before === null || stays !== JSON.stringify(quotesOf(before)))
      amiss.push("an append changes earlier words");
  }
  const spent = quotes
    .filter((piece) => piece.sourceId !== last)
    .reduce((sum, { part }) => sum + (part.type === "text" ? size(part.text) : 0), 0);
  if (spent > budgetTokens) amiss.push(`${spent} tokens are quoted, the budget is ${budgetTokens}`);
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
      "an append without the texts of earlier segments",
      (piece, _place, quotes) => (piece.segment === quotes.at(-1)?.segment ? piece : null),
      /an append changes earlier words/,
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
