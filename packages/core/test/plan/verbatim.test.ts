import { expect, test } from "vitest";
import { itemsOf, user } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { type FilePart, type Message, userMessage } from "../../src/message/message.ts";
import { runAtOnce } from "../../src/message/steps.ts";
import { resolvePolicy } from "../../src/plan/resolve-policy.ts";
import {
  quotableAmong,
  selectVerbatim,
  type VerbatimBlocks,
  type VerbatimInput,
} from "../../src/plan/verbatim.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";

/** Selects from messages in a window of 16,000 tokens, in which a message takes at most 4,000. */
function selected(keepUserTokens: number, ...messages: readonly Message[]): VerbatimBlocks {
  const items = itemsOf(userMessage("first"), ...messages, userMessage("last"));
  const input: VerbatimInput = {
    state: null,
    resolved: resolvePolicy({ keepUserTokens }, 16_000),
    estimator: createCharacterEstimator({ charactersPerToken: 4 }),
    readRules: () => [],
    reminders: [],
    quotes: null,
    visible: items,
    quotable: quotableAmong(items, items),
    lastUserTokens: Number.POSITIVE_INFINITY,
    isAppend: false,
  };
  return runAtOnce(selectVerbatim(input, items.length));
}

const file: FilePart = { type: "file", mediaType: "image/png", url: "https://example.com/a.png" };

test("a file of the user counts as what the model reads of it, not as its address", () => {
  const shown: Message = { role: "user", provenance: "user", parts: [file] };
  expect(selected(2_000, shown).user[1]?.part).toEqual(file);
  expect(selected(1_000, shown).user[1]?.part).toMatchObject({ type: "text" });
});

const said = (place: number): Message => user(100, `m${place}`);

test("user text is kept, newest first, until the budget is used", () => {
  const messages = Array.from({ length: 9 }, (_, place) => said(place));
  expect(selected(303, ...messages).ids).toEqual(["1", "8", "9", "10", "11"]);
  expect(selected(302, ...messages).ids).toEqual(["1", "9", "10", "11"]);
});

test("a message is truncated to a quarter of the window, and older ones stay", () => {
  const { ids, truncatedIds } = selected(5_000, said(1), user(4_500), said(2));
  expect(ids).toEqual(["1", "2", "3", "4", "5"]);
  expect(truncatedIds).toEqual(["3"]);
});

test("a message is truncated to the rest of the budget, and none older stays", () => {
  const { ids, truncatedIds } = selected(500, user(10), user(900), said(1));
  expect(ids).toEqual(["1", "3", "4", "5"]);
  expect(truncatedIds).toEqual(["3"]);
});
