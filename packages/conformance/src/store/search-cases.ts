import assert from "node:assert/strict";
import { toolMessage } from "@cutpoint/core";
import type { Entry, SearchHit } from "@cutpoint/session";
import type { SearchableStore } from "@cutpoint/session/store";
import { chain, expectError, message, note, SESSION, write } from "./probe.ts";
import { type StoreCase, storeCase } from "./rig.ts";

type SearchCase = StoreCase<SearchableStore>;

/** Texts, and queries that must find them. */
const FOUND_BY: readonly (readonly [text: string, query: string])[] = [
  ["The Quick brown fox", "quick"],
  ["The Quick brown fox", "FOX brown"],
  ["see packages/core/src/log/store.ts", "src/log/store.ts"],
  ["it threw ERR_STRING_TOO_LONG again", "err_string_too_long"],
  ["Ein Café in Zürich", "cafe zurich"],
  ["Zurich und Cafe", "Café Zürich"],
  ["数据库迁移已经完成", "迁移"],
  ["データベースの移行", "移行"],
  ["ฐานข้อมูลพร้อมแล้ว", "ข้อมูล"],
  ["база данных готова", "ДАННЫХ"],
  ["commit 3f1c9ab of the build", "3f1c9ab"],
  ["a fullwidth ＡＢＣ", "abc"],
  ["first line\nsecond line", '"line second"'],
  ["before\u0000after", "after"],
  ["half \uD800 a character", "character"],
  ['it\'s AND, OR, NOT, NEAR("x") * ^ : {text}', 'NEAR("x") NOT'],
];

/** Texts, and similar queries that must not find them. */
const NOT_FOUND_BY: readonly (readonly [text: string, query: string])[] = [
  ["brown quick fox", '"quick brown"'],
  ["quick fox", "quick brown"],
  ["src/store/log.ts", "src/log/store.ts"],
  ["quicker", "quick"],
  ["移数迁据", "迁移"],
  ["anything", "* OR anything"],
];

/** Cases for the contract of `SearchableStore`. */
export const searchCases: readonly SearchCase[] = [
  storeCase({
    id: "search-finds-words",
    promise:
      "An entry is found by its words in any case, script and order, and by phrases in quotation marks",
    async run(store) {
      for (const [index, [text, query]] of FOUND_BY.entries()) {
        const sessionId = `found ${index}`;
        await write(
          store,
          [message("a", null, "something else"), message("b", "a", text)],
          null,
          sessionId,
        );
        const hits = await store.search(sessionId, query);
        assert.deepEqual(idsOf(hits), ["b"], `${JSON.stringify(query)} in ${JSON.stringify(text)}`);
      }
    },
  }),
  storeCase({
    id: "search-finds-no-more",
    promise:
      "An entry without a term, or with the words of a phrase in another order, is not found",
    async run(store) {
      for (const [index, [text, query]] of NOT_FOUND_BY.entries()) {
        const sessionId = `not found ${index}`;
        await write(store, [message("a", null, text)], null, sessionId);
        const hits = await store.search(sessionId, query);
        assert.deepEqual(idsOf(hits), [], `${JSON.stringify(query)} in ${JSON.stringify(text)}`);
      }
    },
  }),
  storeCase({
    id: "search-what-was-said",
    promise: "Calls, results, branch summaries and pins are found; notes and reasoning are not",
    async run(store) {
      const call: Entry = {
        ...message("call", null),
        message: {
          role: "assistant",
          parts: [
            { type: "reasoning", text: "zebra thought" },
            { type: "tool-call", callId: "1", name: "zebra_read", arguments: '{"path":"z.ts"}' },
          ],
        },
      };
      const result: Entry = {
        ...message("result", "call"),
        message: toolMessage({ callId: "1", name: "zebra_read" }, "the content"),
      };
      const branch: Entry = {
        type: "branch",
        id: "branch",
        parentId: "result",
        at: 1,
        from: "result",
        summary: { text: "A zebra was seen.", origin: "own", digest: null },
      };
      const pin: Entry = {
        type: "pin",
        id: "pin",
        parentId: "branch",
        at: 1,
        pinId: "pin",
        message: message("", null, "zebra rules").message,
      };
      await write(store, [call, result, branch, pin, note("note", "zebra")], null);
      const found = idsOf(await store.search(SESSION, "zebra")).toSorted();
      assert.deepEqual(found, ["branch", "call", "pin", "result"], "the entries that say zebra");
      assert.deepEqual(await store.search(SESSION, "thought"), [], "what was only thought");
    },
  }),
  storeCase({
    id: "search-hits",
    promise:
      "A hit has the words around the match, its time and a score; hits are sorted by score and limited",
    async run(store) {
      const filler = "word ".repeat(500);
      await write(store, [message("far", null, `${filler} needle ${filler}`)], null);
      await write(store, [message("near", "far", "needle needle needle")], "far");
      await write(store, chain(["x", "y", "z"], "near"), "near");
      const hits = await store.search(SESSION, "needle");
      assert.deepEqual(idsOf(hits), ["near", "far"], "the best first");
      for (const hit of hits) {
        assert.ok(hit.snippet.includes("needle"), `the snippet ${JSON.stringify(hit.snippet)}`);
        assert.ok(hit.snippet.length <= 210, "a snippet is short");
        assert.equal(hit.at, message("near").at, "the time of the entry");
      }
      assert.ok((hits[0]?.score ?? 0) > (hits[1]?.score ?? 0), "the better hit scores more");
      assert.deepEqual(idsOf(await store.search(SESSION, "needle", { limit: 1 })), ["near"], "one");
      assert.deepEqual(await store.search(SESSION, ""), [], "a query without a word");
      assert.deepEqual(await store.search("no such session", "needle"), [], "an unknown session");
    },
  }),
  storeCase({
    id: "search-own-session",
    promise: "A search finds entries that were appended before it, only in its own session",
    async run(store) {
      for (const [index, name] of ["one", "two"].entries())
        await write(store, [message("a", null, `needle ${index}`)], null, name);
      assert.deepEqual(idsOf(await store.search("one", "needle 0")), ["a"], "its own");
      assert.deepEqual(idsOf(await store.search("one", "needle 1")), [], "another's");
      for (let index = 0; index < 300; index += 1) {
        const head = index === 0 ? "a" : `n${index - 1}`;
        await write(store, [message(`n${index}`, head, `number ${index} x${index}x`)], head, "one");
      }
      assert.deepEqual(idsOf(await store.search("one", "x299x")), ["n299"], "the newest");
      assert.deepEqual(idsOf(await store.search("one", "x0x")), ["n0"], "the oldest");
    },
  }),
  storeCase({
    id: "search-after-delete",
    promise: "Deleted entries are not found, even after the session is created again",
    async run(store) {
      await write(store, [message("a", null, "needle")], null);
      assert.deepEqual(idsOf(await store.search(SESSION, "needle")), ["a"], "before");
      await store.delete(SESSION);
      assert.deepEqual(idsOf(await store.search(SESSION, "needle")), [], "after");
      await write(store, [message("a", null, "thread"), message("b", "a", "new needle")], null);
      assert.deepEqual(idsOf(await store.search(SESSION, "needle")), ["b"], "begun again");
    },
  }),
  storeCase({
    id: "search-aborted-or-closed",
    promise: "A search with an aborted signal throws aborted; after disposal it throws closed",
    async run(store) {
      await write(store, chain(["a"]), null);
      await expectError("aborted", "a search with a set signal", () =>
        store.search(SESSION, "text", { signal: AbortSignal.abort() }),
      );
      await store[Symbol.asyncDispose]();
      await expectError("closed", "a search after disposal", () => store.search(SESSION, "text"));
    },
  }),
];

function idsOf(hits: readonly SearchHit[]): readonly string[] {
  return hits.map((hit) => hit.entryId);
}
