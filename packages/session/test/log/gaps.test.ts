import { userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import { open } from "../support/conversation.ts";
import { createTestStore } from "../support/store.ts";

test("a view names the erased entries and the entries of a later release on its path", async () => {
  const store = createTestStore();
  const message = userMessage("hello");
  const log = [
    { type: "message", id: "a", parentId: null, at: 1, message },
    { type: "tombstone", id: "b", parentId: "a", at: 2, reason: "erased" },
    { type: "from-the-future", id: "c", parentId: "b", at: 3 },
    { type: "message", id: "d", parentId: "c", at: 4, message },
    // Not on the path.
    { type: "tombstone", id: "e", parentId: "a", at: 5, reason: "erased" },
    { type: "branch", id: "f", parentId: "d", at: 6, from: "e" },
  ] as unknown as readonly Entry[];
  await store.append("s", log, { expectedHead: null });
  await using session = await open(store, { sessionId: "s" });
  const { ids, warnings } = session.view();
  expect(ids).toEqual(["a", "d"]);
  expect(warnings).toEqual([
    { type: "unknown-type", id: "c" },
    { type: "erased", id: "b" },
  ]);
});
