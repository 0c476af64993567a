import assert from "node:assert/strict";
import type { StateStore } from "@cutpoint/session/store";
import type { StateStoreCase, StateStoreLocation } from "./state-store/rig.ts";

const HARD_TEXT = JSON.stringify({
  text: 'Ä, 漢字, 👩‍🚀 and "quotes" \\ \u2028 %00 \' $1 NULL',
  lines: "\n\r\n\t",
  long: "so it is. ".repeat(30_000),
});

/** Ids that a file system or a database may confuse. */
const HARD_IDS: readonly string[] = [
  "a",
  "A",
  "../a",
  "a/b",
  "a b ",
  "á",
  "a\u0301",
  "\u0000",
  "\ud800",
  "__proto__",
  "constructor",
  "%61",
  "x".repeat(1_000),
  `${"x".repeat(999)}y`,
];

const WORDS = "the xylophone of Tidemouth";

/** Cases for the contract of `StateStore`. */
export const stateStoreCases: readonly StateStoreCase[] = [
  stateStoreCase(
    "saved-text",
    "A text is found as it was saved, whatever it contains",
    async (store) => {
      await store.save("a", HARD_TEXT);
      assert.equal(await store.find("a"), HARD_TEXT, "the text that was saved");
    },
  ),
  stateStoreCase(
    "unknown-conversation",
    "A conversation without a text is found as null, and is not listed",
    async (store) => {
      assert.equal(await store.find("a"), null, "before anything is saved");
      await store.save("a", "text");
      assert.equal(await store.find("b"), null, "another conversation");
      assert.deepEqual(await idsIn(store), ["a"], "the conversations");
    },
  ),
  stateStoreCase(
    "replaced-text",
    "A save replaces the text, so nothing grows",
    async (store, place) => {
      for (let save = 0; save < 20; save += 1) await store.save("a", `text ${save}`);
      assert.equal(await store.find("a"), "text 19", "the newest text");
      assert.deepEqual(await idsIn(store), ["a"], "the conversations");
      await store.delete("a");
      const content = (await place.files()) ?? [];
      assert.ok(!content.some((file) => file.includes("text 3")), "an earlier text is in a file");
    },
  ),
  stateStoreCase("exact-ids", "Ids are compared exactly, and listed as they are", async (store) => {
    for (const id of HARD_IDS) await store.save(id, `text of ${JSON.stringify(id)}`);
    for (const id of HARD_IDS)
      assert.equal(await store.find(id), `text of ${JSON.stringify(id)}`, JSON.stringify(id));
    assert.deepEqual(await idsIn(store), HARD_IDS.toSorted(), "the conversations");
  }),
  stateStoreCase(
    "deleted-text",
    "A deletion returns whether there was a text, and leaves other conversations",
    async (store) => {
      await store.save("a", "text of a");
      await store.save("b", "text of b");
      assert.equal(await store.delete("a"), true, "the first deletion");
      assert.equal(await store.delete("a"), false, "the second deletion");
      assert.equal(await store.find("a"), null, "the deleted text");
      assert.equal(await store.find("b"), "text of b", "the other text");
      assert.deepEqual(await idsIn(store), ["b"], "the conversations");
      await store.save("a", "again");
      assert.equal(await store.find("a"), "again", "a text after the deletion");
    },
  ),
  stateStoreCase(
    "deleted-everywhere",
    "After a deletion no file contains the words of a text",
    async (store, place) => {
      await store.save("a", `An earlier state: ${WORDS}`);
      await store.save("a", `A later state: ${WORDS}`);
      await store.save("b", "other words");
      await store.delete("a");
      const content = (await place.files()) ?? [];
      assert.ok(!content.some((file) => file.includes(WORDS)), "the words are in a file");
    },
  ),
  stateStoreCase(
    "time-of-save",
    "`list` has the time of the last save, in ms since the epoch",
    async (store) => {
      const before = Date.now() - CLOCK_MS;
      await store.save("a", "text");
      const after = Date.now() + CLOCK_MS;
      const [first] = await Array.fromAsync(store.list());
      const savedAt = first?.savedAt ?? Number.NaN;
      assert.ok(savedAt >= before && savedAt <= after, `savedAt is ${savedAt}`);
    },
  ),
  stateStoreCase(
    "saves-at-once",
    "Of two texts that are saved at once one stays, and no conversation is lost",
    async (store) => {
      const texts = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(20_000));
      await Promise.all(texts.map((text) => store.save("a", text)));
      const found = await store.find("a");
      assert.ok(found !== null && texts.includes(found), "the text should be one of those saved");
      await Promise.all(texts.map((text, index) => store.save(`b${index}`, text)));
      for (const [index, text] of texts.entries())
        assert.equal(await store.find(`b${index}`), text, `the text of b${index}`);
      const atOnce = texts.flatMap((text): readonly Promise<unknown>[] => [
        store.save("a", text),
        store.delete("a"),
      ]);
      await Promise.all(atOnce);
      const last = await store.find("a");
      assert.ok(last === null || texts.includes(last), "the text should be saved or deleted");
    },
  ),
  {
    id: "another-handle",
    promise: "Texts are found by another handle, also after this one is closed",
    notApplicable: ({ durable }) => (durable ? null : "the store ends with its process"),
    async run(rig) {
      await using place = await rig.create();
      const first = await place.open();
      await first.save("a", "text");
      const second = await place.open();
      assert.equal(await second.find("a"), "text", "the text in an open handle");
      await second.save("a", "another");
      assert.equal(await first.find("a"), "another", "the text that another handle has saved");
      await Promise.all(
        Array.from({ length: 20 }, async (_, save) =>
          (save % 2 === 0 ? first : second).save(`b${save}`, "b"),
        ),
      );
      assert.equal((await idsIn(first)).length, 21, "the texts that both handles save at once");
      await Promise.all([first.delete("a"), second.delete("a")]);
      await second.save("a", "another");
      await first[Symbol.asyncDispose]?.();
      await second[Symbol.asyncDispose]?.();
      const third = await place.open();
      assert.equal(await third.find("a"), "another", "the text after both were closed");
      await third[Symbol.asyncDispose]?.();
    },
  },
];

/** The time that the clocks of a process and of a file system or a server may differ. */
const CLOCK_MS = 5_000;

function stateStoreCase(
  id: string,
  promise: string,
  run: (store: StateStore, place: StateStoreLocation) => Promise<void>,
): StateStoreCase {
  return {
    id,
    promise,
    async run(rig) {
      await using place = await rig.create();
      const store = await place.open();
      try {
        await run(store, place);
      } finally {
        await store[Symbol.asyncDispose]?.();
      }
    },
  };
}

async function idsIn(store: StateStore): Promise<readonly string[]> {
  const all = await Array.fromAsync(store.list());
  return all.map(({ conversationId }) => conversationId).toSorted();
}
