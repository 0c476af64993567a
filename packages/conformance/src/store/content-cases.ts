import assert from "node:assert/strict";
import type { Json } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import { entriesOfEveryType } from "./every-entry.ts";
import { chain, expectIds, message, note, readAll, readIds, SESSION, write } from "./probe.ts";
import { type StoreCase, storeCase } from "./rig.ts";

/** Texts that broke logs: all kinds of line breaks, control characters, lone surrogates, look-alikes. */
const HOSTILE_TEXTS: readonly string[] = [
  "",
  " ",
  "one\ntwo\r\nthree\rfour",
  "\u2028\u2029\u0085",
  "before\u0000after",
  "\u0001\u001F\u007F\u009F",
  "\uFEFFbyte order mark",
  "\uD800 a high half alone",
  "\uDC00 a low half alone",
  "🧵👩‍👩‍👧‍👦 and é, e\u0301",
  '{"id":"fake","type":"message"}\n[{"id":"fake"}]',
  '\\n \\u0000 \\" " \\\\',
  "'; DROP TABLE entries; -- %s ${x} $1 ?1",
  "\uFFFD\uFFFE\uFFFF",
];

const HOSTILE_KEYS: readonly string[] = [
  "__proto__",
  "constructor",
  "toString",
  "",
  "a.b",
  "$ref",
  "\n",
  "\u0000",
  "\uD800",
];

const NUMBERS: readonly number[] = [
  0,
  0.1,
  1 / 3,
  -1.5,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  1e21,
  123_456_789.123_456_79,
];

/** Entries come back unchanged. */
export const contentCases: readonly StoreCase[] = [
  storeCase({
    id: "content-every-type",
    promise: "Entries of every type come back unchanged, including unknown fields",
    async run(store) {
      await write(store, entriesOfEveryType, null);
      assert.deepEqual(await readAll(store), entriesOfEveryType, "one entry of each type");
    },
  }),
  storeCase({
    id: "content-unknown-type",
    promise: "An entry of an unknown type is stored and comes back unchanged",
    async run(store) {
      const later = {
        type: "from-a-later-release",
        id: "b",
        parentId: "a",
        at: 1.5,
        content: { deep: [{ id: "c" }] },
      } as object as Entry;
      await write(store, [message("a"), later, message("c", "b")], null);
      assert.deepEqual((await readAll(store))[1], later, "the entry of an unknown type");
      await expectIds(store, ["a", "b", "c"], "the log around it");
    },
  }),
  storeCase({
    id: "content-hostile-texts",
    promise: "Any text comes back verbatim: line breaks, NUL, lone surrogates, look-alikes",
    async run(store) {
      const entries = HOSTILE_TEXTS.map((text, index) => message(`id-${index}`, null, text));
      let head: string | null = null;
      for (const entry of entries) {
        await write(store, [entry], head);
        head = entry.id;
      }
      for (const [index, entry] of (await readAll(store)).entries()) {
        const text = JSON.stringify(HOSTILE_TEXTS[index]);
        assert.deepEqual(entry, entries[index], `the text ${text} should be unchanged`);
      }
      await expectIds(
        store,
        entries.map((entry) => entry.id),
        "one entry for each text",
      );
    },
  }),
  storeCase({
    id: "content-hostile-ids",
    promise: "Any text is a valid entry id",
    async run(store) {
      const ids = [...HOSTILE_TEXTS, ...HOSTILE_KEYS, "x".repeat(1000)].filter((id) => id !== "");
      await write(store, chain(ids), null);
      await expectIds(store, ids, "entries with hostile ids");
      for (const [index, from] of ids.entries()) {
        const found = await readIds(store, { from });
        assert.deepEqual(found, ids.slice(index), `from ${JSON.stringify(from)}`);
      }
      await write(store, chain(["last"]), ids.at(-1) ?? null);
    },
  }),
  storeCase({
    id: "content-hostile-keys",
    promise: "Any text is a valid key, including `__proto__`",
    async run(store) {
      const text = `{${HOSTILE_KEYS.map((key, index) => `${JSON.stringify(key)}:${index}`).join(",")}}`;
      await write(store, [note("a", JSON.parse(text) as Json)], null);
      const [entry] = await readAll(store);
      assert.ok(entry?.type === "note", "the note should be there");
      const pairs = Object.entries(entry.value as Readonly<Record<string, Json>>);
      const expected = HOSTILE_KEYS.map((key, index) => [key, index]);
      assert.deepEqual(pairs.toSorted(byValue), expected, "all keys with their values");
      assert.equal(
        Object.getPrototypeOf(entry.value),
        Object.prototype,
        "no key alters the prototype",
      );
    },
  }),
  storeCase({
    id: "content-numbers",
    promise: "Numbers come back exactly",
    async run(store) {
      await write(store, [{ ...note("a", NUMBERS), at: 1_700_000_000_000.5 }], null);
      const [entry] = await readAll(store);
      assert.ok(entry?.type === "note", "the note should be there");
      assert.deepEqual(entry.value, NUMBERS, "the numbers of the value");
      assert.equal(entry.at, 1_700_000_000_000.5, "the time");
    },
  }),
  storeCase({
    id: "content-large",
    promise: "A part can have five megabytes",
    async run(store) {
      const text = "0123456789 äöü\n".repeat(330_000);
      await write(store, [message("a")], null);
      await write(store, [message("large", "a", text), message("b", "large")], "a");
      await write(store, [message("c", "b")], "b");
      await expectIds(store, ["a", "large", "b", "c"], "a large entry among small ones");
      const back = await readIds(store, { order: "newest-first" });
      assert.deepEqual(back, ["c", "b", "large", "a"], "newest-first");
      assert.deepEqual((await readAll(store))[1], message("large", "a", text), "the large entry");
    },
  }),
  storeCase({
    id: "content-many",
    promise: "A log can have ten thousand entries",
    async run(store) {
      const ids = Array.from({ length: 10_000 }, (_, index) => `id-${index}`);
      let head: string | null = null;
      for (let start = 0; start < ids.length; start += 50) {
        const batch = ids.slice(start, start + 50);
        await write(store, chain(batch, head), head);
        head = batch.at(-1) ?? null;
      }
      assert.deepEqual(await readIds(store), ids, "oldest-first");
      const back = await readIds(store, { order: "newest-first" });
      assert.deepEqual(back, ids.toReversed(), "newest-first");
      const middle = await readIds(store, { from: "id-7525", order: "newest-first" });
      assert.deepEqual(middle, ids.slice(0, 7526).reverse(), "from the middle back");
    },
  }),
  storeCase({
    id: "content-own-copy",
    promise: "Changing an appended or returned object does not change the log",
    async run(store) {
      const given = [changeable("a"), changeable("b")];
      await write(store, given, null);
      const before = [changeable("a"), changeable("b")];
      for (const entry of given) spoil(entry);
      given.length = 0;
      assert.deepEqual(await readAll(store), before, "after the caller has changed what it gave");
      for (const entry of await readAll(store)) spoil(entry);
      assert.deepEqual(await readAll(store), before, "after a reader has changed what it got");
      const again = await store.append(SESSION, before, { expectedHead: null });
      assert.equal(again.type, "appended", "the log should still hold what was appended first");
    },
  }),
];

function byValue(left: readonly [string, Json], right: readonly [string, Json]): number {
  return Number(left[1]) - Number(right[1]);
}

function changeable(id: string): Entry {
  return note(id, { list: [1, 2, 3], nested: { text: "as it was" } });
}

/** Changes an entry in place, unless it is frozen. */
function spoil(entry: Entry): void {
  const value = (entry as { value?: unknown }).value as {
    list: unknown[];
    nested: { text: string };
  };
  for (const change of [
    () => value.list.push("intruder"),
    () => (value.nested.text = "changed"),
    () => Object.assign(entry, { id: "changed", parentId: "changed" }),
  ]) {
    try {
      change();
    } catch (error) {
      assert.ok(error instanceof TypeError, "only a frozen object may refuse");
    }
  }
}
