import { toolMessage, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { searchSession } from "../../src/index.ts";
import { open } from "../support/conversation.ts";
import { createTestStore } from "../support/store.ts";

const CALL = { callId: "call", name: "weather_report" };

test("without an index, entries with more of the rarer word are found first", async () => {
  const store = createTestStore();
  const session = await open(store);
  const filler = Array.from({ length: 6 }, (_, place) => userMessage(`harbour number ${place}`));
  const ids = await session.append([
    userMessage("harbour harbour crane"),
    userMessage("harbour crane crane"),
    userMessage("harbour harbour harbour crane"),
    ...filler,
  ]);
  const hits = await searchSession(store, "s", "harbour crane");
  expect(hits.map(({ entryId }) => entryId)).toEqual([ids[1], ids[0], ids[2]]);
});

test("without an index, a result is found by the name of its tool", async () => {
  const store = createTestStore();
  const session = await open(store);
  const ids = await session.append([userMessage("And now?"), toolMessage(CALL, "rain")]);
  const hits = await searchSession(store, "s", "weather_report");
  expect(hits.map(({ entryId }) => entryId)).toEqual([ids[1]]);
});
