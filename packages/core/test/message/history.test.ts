import { expect, test } from "vitest";
import { assertHistory, type History, withState } from "../../src/message/history.ts";
import { userMessage } from "../../src/message/message.ts";
import { emptyState } from "../../src/message/state.ts";

const state = { ...emptyState(), compactedThrough: "b" };
const pinned = { id: "a", pinId: "a", message: userMessage("Keep this.") };
const said = ["c", "d"].map((id) => ({ id, message: userMessage(id) }));
const kept: History = { items: [pinned, ...said], state, startsAtBoundary: true };

test("a state with the same boundary leaves items that are there only because of a pin", () => {
  const next = { ...state, lastSeenId: "d" };
  expect(withState(kept, next)).toEqual({ ...kept, state: next });
});

test("a state with a later boundary removes them, and what it compacted", () => {
  const next = { ...state, compactedThrough: "c" };
  expect(withState(kept, next)).toEqual({ ...kept, state: next, items: said.slice(1) });
});

test("a complete history keeps all items", () => {
  const next = { ...state, compactedThrough: "c" };
  expect(withState({ items: said, state: null }, next)).toEqual({ items: said, state: next });
});

test("items at the start that were checked before are counted", () => {
  const knownIn = (items: History["items"]): number =>
    assertHistory({ items, state: null }, () => said);
  expect(knownIn([...said])).toBe(2);
  expect(knownIn([...said, pinned])).toBe(2);
  expect(knownIn(said.slice(0, 1))).toBe(1);
  expect(knownIn([pinned, ...said])).toBe(0);
});
