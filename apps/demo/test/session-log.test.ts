import { assistantMessage, type Message, toolMessage, userMessage } from "@cutpoint/core";
import type { Entry, SessionStore } from "@cutpoint/session";
import { createMemoryStore } from "@cutpoint/store-memory";
import { expect, test } from "vitest";
import { newestSession, progressOf, turnIdOf } from "../src/session-log.ts";

const call = { callId: "c", name: "grep", arguments: "{}" };

async function fill(
  store: SessionStore,
  sessionId: string,
  said: readonly (readonly [turn: number, message: Message])[],
): Promise<void> {
  const entries = said.map(([turn, message], index): Entry => ({
    type: "message",
    id: `m${index}`,
    parentId: index === 0 ? null : `m${index - 1}`,
    at: index,
    message,
    turnId: turnIdOf(turn),
  }));
  await store.append(sessionId, entries, { expectedHead: null });
}

test.each([[["b", "c", "a"]], [["c", "b", "a"]], [["a", "b", "c"]]])(
  "of the sessions %j the newest is the one that sorts last",
  async (sessionIds) => {
    const store = createMemoryStore();
    expect(await newestSession(store)).toBeNull();
    for (const sessionId of sessionIds) await fill(store, sessionId, [[1, userMessage("a")]]);
    expect(await newestSession(store)).toBe("c");
  },
);

test("the progress lists asked and answered questions", async () => {
  const store = createMemoryStore();
  await fill(store, "s", [
    [1, userMessage("Question 1: a?")],
    [1, assistantMessage("", [call])],
    [1, toolMessage(call, "result")],
    [1, assistantMessage("Finding 1: a.")],
    [2, userMessage("Question 2: b?")],
    [2, assistantMessage("looking", [call])],
    [2, toolMessage(call, "result")],
  ]);
  expect(await progressOf(store, "s")).toEqual({
    entries: 7,
    asked: new Set([1, 2]),
    answered: new Set([1]),
  });
  expect(await progressOf(store, "other")).toMatchObject({ entries: 0 });
});
