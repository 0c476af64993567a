import assert from "node:assert/strict";
import type { StoreCase } from "./rig.ts";
import { storeCase } from "./rig.ts";
import { SESSION, chain, expectIds, listSessions, message, readIds, write } from "./probe.ts";

/** Names that file systems, paths and keys confuse, next to their look-alikes. */
const HOSTILE_SESSION_IDS: readonly string[] = [
  ".",
  "..",
  "../escape",
  "/etc/passwd",
  "a/b",
  "a\\b",
  "a-b",
  "a b",
  "a:b*?<>|\"'",
  "A/B",
  "name",
  "NAME",
  "Name",
  "name.",
  "name ",
  " name",
  "name%2e",
  "name.jsonl",
  "CON",
  "nul",
  "\u00E9",
  "e\u0301",
  "日本語",
  "🧵",
  "line\nbreak",
  "null\u0000byte",
  "\uD800",
  "\uDC00",
  "\uFFFD",
  "__proto__",
  "constructor",
  "%",
  "_",
  "${HOME}",
  "-rf",
  `${"long".repeat(250)}1`,
  `${"long".repeat(250)}2`,
];

/** Many sessions in one store. */
export const sessionCases: readonly StoreCase[] = [
  storeCase({
    id: "sessions-once-each",
    promise: "Every session with an entry is listed once",
    async run(store) {
      assert.deepEqual(await listSessions(store), [], "a new store has no session");
      for (const name of ["c", "a", "b"]) {
        await write(store, chain(["1"]), null, name);
        await write(store, chain(["2", "3"], "1"), "1", name);
      }
      await readIds(store, {}, "only read");
      assert.deepEqual(await listSessions(store), ["a", "b", "c"], "the sessions");
    },
  }),
  storeCase({
    id: "session-ids-hostile",
    promise: "Any text is a valid session id, and different ids are different sessions",
    async run(store) {
      for (const [index, sessionId] of HOSTILE_SESSION_IDS.entries()) {
        assert.deepEqual(
          await readIds(store, {}, sessionId),
          [],
          `${JSON.stringify(sessionId)} is new`,
        );
        await write(store, [message(`entry-${index}`)], null, sessionId);
      }
      const listed = await listSessions(store);
      assert.deepEqual(
        listed,
        HOSTILE_SESSION_IDS.toSorted(),
        "the list names each as it was given",
      );
      for (const [index, sessionId] of HOSTILE_SESSION_IDS.entries()) {
        const what = `the entry of ${JSON.stringify(sessionId)}`;
        assert.deepEqual(await readIds(store, {}, sessionId), [`entry-${index}`], what);
      }
    },
  }),
  storeCase({
    id: "delete-once",
    promise: "Delete returns whether the session existed, and changes no other session",
    async run(store) {
      assert.equal(await store.delete(SESSION), false, "there is nothing to delete yet");
      await write(store, chain(["a", "b"]), null);
      await write(store, chain(["a"]), null, "another");
      assert.equal(await store.delete(SESSION), true, "there was a session to delete");
      assert.equal(await store.delete(SESSION), false, "it is deleted already");
      await expectIds(store, [], "the deleted session");
      assert.deepEqual(await listSessions(store), ["another"], "the sessions that are left");
      assert.deepEqual(await readIds(store, {}, "another"), ["a"], "the other session");
    },
  }),
  storeCase({
    id: "delete-and-begin-again",
    promise: "A deleted session can be created again with the same ids, without its old content",
    async run(store) {
      await write(store, chain(["a", "b"]), null);
      await store.delete(SESSION);
      await write(store, [message("b", null, "another text")], null);
      await write(store, chain(["c"], "b"), "b");
      await expectIds(store, ["b", "c"], "the session after its new beginning");
      assert.deepEqual(await listSessions(store), [SESSION], "the session is listed once");
    },
  }),
];
