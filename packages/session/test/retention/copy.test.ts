import { userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import { forkSession } from "../../src/retention/copy.ts";
import { createTestStore } from "../support/store.ts";

const entry: Entry = { type: "message", id: "a", parentId: null, at: 1, message: userMessage("a") };

test("a session is forked to another id or another store, and not to itself", async () => {
  const [store, other] = [createTestStore(), createTestStore()];
  await store.append("s", [entry], { expectedHead: null });
  const from = { store, sessionId: "s" };
  expect(await forkSession(from, null, { store, sessionId: "t" })).toBe(1);
  expect(await forkSession(from, null, { store: other, sessionId: "s" })).toBe(1);
  expect(await Array.fromAsync(other.read("s"))).toEqual([entry]);
  await expect(forkSession(from, null, { ...from })).rejects.toMatchObject({
    code: "invalid-input",
  });
});
