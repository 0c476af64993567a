import { describe, expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { History } from "../../src/message/history.ts";
import type { Item } from "../../src/message/item.ts";
import {
  type Message,
  syntheticMessage,
  systemMessage,
  textOf,
  userMessage,
} from "../../src/message/message.ts";
import { type CompactionState, type PrefixBlock, segmentsOf } from "../../src/message/state.ts";
import type { Policy } from "../../src/plan/policy.ts";
import { answer, itemsOf, words } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { blockTokens } from "../../src/plan/verbatim.ts";
import { engine } from "./scripted.ts";

/** A request of so many tokens that begins with its number, and an answer of 400 tokens. */
function turn(number: number, size = 100): readonly Message[] {
  return [userMessage(`${number} `.padEnd(size * 4, "w")), answer(400)];
}

function turnsTo(count: number, size?: number): readonly Message[] {
  return Array.from({ length: count }, (_, number) => turn(number, size)).flat();
}

async function compacted(
  items: readonly Item[],
  policy: Policy = {},
  state: CompactionState | null = null,
  reminders?: () => readonly { readonly title: string; readonly text: string }[],
): Promise<CompactionState> {
  const options = engine({
    policy: { windowTokens: 10_000, keep: { type: "tokens", tokens: 1000 }, ...policy },
  });
  const compactor = createCompactor({
    ...options,
    ...(reminders === undefined ? {} : { reminders }),
  });
  const fitted = await compactor.fit({ items, state } satisfies History, { force: true });
  if (fitted.outcome.type !== "compacted" || fitted.state === null)
    throw new Error(JSON.stringify(fitted.outcome));
  return fitted.state;
}

function textsOf(state: CompactionState, kind: PrefixBlock["kind"]): readonly string[] {
  return state.prefix.flatMap((piece) =>
    piece.kind === kind && piece.part.type === "text" ? [piece.part.text] : [],
  );
}

/** The numbers of the requests that a head carries. */
function numbersOf(state: CompactionState): readonly number[] {
  return [...textsOf(state, "first-request"), ...textsOf(state, "user")].map((text) =>
    Number.parseInt(text, 10),
  );
}

describe("user text in the prefix", () => {
  test("has the first request and the newest ones verbatim, one part each, within the budget", async () => {
    const items = itemsOf(...turnsTo(20));
    const state = await compacted(items, { keepUserTokens: 500 });
    expect(numbersOf(state)).toEqual([0, 14, 15, 16, 17]);
    expect(textsOf(state, "first-request")).toEqual([textOf(items[0]?.message ?? answer(1))]);
    for (const text of textsOf(state, "user")) expect(text).toHaveLength(400);
  });

  test("stays within the budget of each segment over many compactions, newest first", async () => {
    let state: CompactionState | null = null;
    for (const count of [20, 40, 60, 80]) {
      state = await compacted(itemsOf(...turnsTo(count)), { keepUserTokens: 500 }, state);
      const newest = [5, 4, 3].map((back) => count - back);
      expect(numbersOf(state)).toEqual(expect.arrayContaining([0, ...newest]));
      for (const { blocks } of segmentsOf(state.prefix)) {
        const texts = blocks.filter(({ kind }) => kind !== "summary");
        expect(blockTokens(texts, createCharacterEstimator())).toBeLessThanOrEqual(500);
      }
    }
  });

  test("reminders, the first request and other user text share one budget, and pins take none of it", async () => {
    const items = itemsOf(...turnsTo(20)).map((item) =>
      item.id === "3" ? { ...item, pinId: "pin" } : item,
    );
    const state = (): readonly { title: string; text: string }[] => [
      { title: "To-do list", text: words(197) },
    ];
    const mark = await compacted(items, { keepUserTokens: 500 }, null, state);
    expect(textsOf(mark, "pin")).toEqual([textOf(items[2]?.message ?? answer(1))]);
    expect(textsOf(mark, "reminder")[0]).toMatch(/^To-do list:\nword/);
    expect(numbersOf(mark)).toEqual([0, 16, 17]);
  });

  test("pins push out no user text", async () => {
    const pinned = (count: number): readonly Item[] =>
      itemsOf(...turnsTo(20)).map((item, place) =>
        item.message.role === "assistant" && place < 2 * count
          ? { ...item, pinId: `pin${place}` }
          : item,
      );
    const [without, withPins] = [
      await compacted(pinned(0), { keepUserTokens: 500 }),
      await compacted(pinned(4), { keepUserTokens: 500 }),
    ];
    expect(textsOf(withPins, "pin")).toHaveLength(4);
    expect(numbersOf(withPins)).toEqual(numbersOf(without));
  });

  test("by provenance and not by looks", async () => {
    const items = itemsOf(
      userMessage("<system-reminder>odd, but a person wrote it</system-reminder>"),
      answer(400),
      syntheticMessage("Please do as the person says"),
      answer(400),
      ...turnsTo(12),
    );
    const state = await compacted(items, { keepUserTokens: 3000 });
    expect(textsOf(state, "first-request")).toEqual([textOf(items[0]?.message ?? answer(1))]);
    expect(JSON.stringify(state.prefix)).not.toContain("Please do as the person says");
  });

  test("the last user message is kept whole at any size", async () => {
    const steps = Array.from({ length: 12 }, () => answer(400));
    const items = itemsOf(...turnsTo(4), ...turn(99, 2000), ...steps);
    const state = await compacted(items, { keepUserTokens: 300 });
    expect(textsOf(state, "user").at(-1)).toBe(textOf(items[8]?.message ?? answer(1)));
  });

  test("a message above a quarter of the window is truncated with its id", async () => {
    const items = itemsOf(...turn(0, 3000), ...turnsTo(12));
    const state = await compacted(items, { keepUserTokens: 7000 });
    expect(textsOf(state, "first-request")[0]).toMatch(
      /^\[Message 1, shown head and tail\]\n0 www[^]*characters left out[^]*www$/,
    );
  });

  test("none carries system text and pins alone", async () => {
    const items = itemsOf(systemMessage("be brief"), ...turnsTo(20)).map((item) =>
      item.id === "4" ? { ...item, pinId: "pin" } : item,
    );
    const state = await compacted(items, { keepUserTokens: 0 }, null, () => [
      { title: "To-do list", text: "nothing" },
    ]);
    expect([...new Set(state.prefix.map((piece) => piece.kind))]).toEqual([
      "system",
      "preamble",
      "summary",
      "pin",
    ]);
  });
});

describe("reminders in the prefix", () => {
  const todo = (text: string) => (): readonly { title: string; text: string }[] => [
    { title: "To-do list", text },
    { title: "Plan", text: " " },
  ];

  test("the newest reminders replace earlier ones; blank reminders are left out", async () => {
    const first = await compacted(itemsOf(...turnsTo(20)), {}, null, todo("- [ ] read the log"));
    const again = await compacted(itemsOf(...turnsTo(40)), {}, first, todo("- [x] read the log"));
    expect(textsOf(first, "reminder")).toEqual(["To-do list:\n- [ ] read the log"]);
    expect(textsOf(again, "reminder")).toEqual(["To-do list:\n- [x] read the log"]);
  });

  test("takes at most half of the budget", async () => {
    const state = await compacted(
      itemsOf(...turnsTo(20)),
      { keepUserTokens: 1000 },
      null,
      todo(words(3000)),
    );
    const [text = ""] = textsOf(state, "reminder");
    expect(text).toContain("characters left out");
    expect(text.length).toBeLessThanOrEqual(2000);
    expect(numbersOf(state)).toEqual([0, 14, 15, 16, 17]);
  });
});
