import { isCutpointError, userMessage } from "@cutpoint/core";
import { type Entry, searchSession } from "@cutpoint/session";
import { expect, test } from "vitest";
import { createMemoryStore } from "../src/memory-store.ts";

function message(id: string): Entry {
  return { type: "message", id, parentId: null, at: 1, message: userMessage(id) };
}

test("changes to the entries after the call of append are not written", async () => {
  await using store = createMemoryStore();
  const entries = [message("a")];
  const append = store.append("session", entries, { expectedHead: null });
  Object.assign(entries[0] ?? {}, { id: "changed" });
  entries.push(message("b"));
  await append;
  expect(await Array.fromAsync(store.read("session"))).toEqual([message("a")]);
});

test("an id is never stored twice, even by a writer that knows the head", async () => {
  await using store = createMemoryStore();
  await store.append("session", [message("a"), message("b")], { expectedHead: null });
  const error: unknown = await store
    .append("session", [message("c"), message("a")], { expectedHead: "b" })
    .catch((error: unknown) => error);
  expect(isCutpointError(error, "duplicate-id")).toBe(true);
  expect(await Array.fromAsync(store.read("session"))).toHaveLength(2);
});

test("an entry without an id or without a JSON form is rejected by its position, and nothing is written", async () => {
  await using store = createMemoryStore();
  const unwritable = { ...message("b"), message: { role: "user", parts: [], adapterMetadata: 1n } };
  for (const entry of [unwritable, { ...message("b"), id: "" }, { type: "note" }, null]) {
    const error: unknown = await store
      .append("session", [message("a"), entry as never], { expectedHead: null })
      .catch((error: unknown) => error);
    expect(isCutpointError(error, "invalid-input"), String(error)).toBe(true);
    expect(String(error)).toContain("entries[1]");
  }
  expect(await Array.fromAsync(store.sessions())).toEqual([]);
});

test("a loose search finds entries with some of the words in any form, best first", async () => {
  await using store = createMemoryStore();
  const said = ["She paints the readConfig harbour.", "The harbour is empty.", "Nothing here."];
  for (const [place, text] of said.entries())
    await store.append(
      "s",
      [
        {
          ...message(`m${place}`),
          parentId: place === 0 ? null : `m${place - 1}`,
          message: userMessage(text),
        } as Entry,
      ],
      { expectedHead: place === 0 ? null : `m${place - 1}` },
    );
  const query = "painted harbours config yesterday";
  expect(await searchSession(store, "s", query)).toEqual([]);
  const hits = await searchSession(store, "s", query, { loosely: true, limit: 2 });
  expect(hits.map(({ entryId }) => entryId)).toEqual(["m0", "m1"]);
  expect(await searchSession(store, "s", '"painted harbours"', { loosely: true })).toEqual([]);
});
