import { userMessage } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import { beforeEach, expect, test } from "vitest";
import { createPostgresStore } from "../src/postgres-store.ts";
import { message, messages, SESSION } from "./log.ts";
import { openPlace, skipWithoutServer } from "./postgres.ts";

beforeEach(skipWithoutServer);

async function found(
  store: ReturnType<ReturnType<typeof openPlace>["open"]>,
  query: string,
): Promise<readonly string[]> {
  return (await store.search(SESSION, query, { limit: 1000 })).map((hit) => hit.entryId);
}

test("a text with more words than an index row can hold is found by each of them", async () => {
  await using place = openPlace();
  await using store = place.open();
  const words = Array.from({ length: 150_000 }, (_, index) => `word${index}`);
  const entries = [message("huge", null, words.join(" ")), message("small", "huge", "word7 alone")];
  await store.append(SESSION, entries, { expectedHead: null });
  expect(await found(store, "word149999")).toEqual(["huge"]);
  expect(await found(store, "word7")).toHaveLength(2);
  expect(await found(store, '"word8 word7"')).toEqual([]);
});

test("words longer than a lexeme are distinguished by every letter", async () => {
  await using place = openPlace();
  await using store = place.open();
  const long = "ᚠ".repeat(1000); // 3,000 bytes; a lexeme has at most 2,046
  const entries = [message("a", null, `${long}a`), message("b", "a", `see ${long}b`)];
  await store.append(SESSION, entries, { expectedHead: null });
  expect(await found(store, `${long}a`)).toEqual(["a"]);
  expect(await found(store, `${long}b`)).toEqual(["b"]);
  expect(await found(store, long)).toEqual([]);
});

test("a term is found only where its words are adjacent", async () => {
  await using place = openPlace();
  await using store = place.open();
  const apart = messages(1500).map((entry) => message(entry.id, entry.parentId, "b a"));
  const entries = [...apart, message("together", "1499", "a b and much more than the others say")];
  await store.append(SESSION, entries, { expectedHead: null });
  expect(await found(store, '"a b"')).toEqual(["together"]);
});

test("words are indexed by a search, and not before", async () => {
  await using place = openPlace();
  const indexed = async (): Promise<number> => {
    const { rows } = await place.pool.query(`SELECT FROM "${place.schema}".words`);
    return rows.length;
  };
  const store = place.open();
  await store.append(SESSION, messages(3), { expectedHead: null });
  const userEntry: Entry = {
    type: "message",
    id: "user",
    parentId: "2",
    at: 1,
    message: userMessage("go on"),
  };
  await store.append(SESSION, [userEntry], { expectedHead: "2" });
  await store[Symbol.asyncDispose]();
  expect(await indexed()).toBe(0);
  expect(await found(place.open(), "go on")).toEqual(["user"]);
  expect(await indexed()).toBe(4);
});

test("a search of an indexed log takes two statements, regardless of its length", async () => {
  await using place = openPlace();
  await using first = place.open();
  await first.append(SESSION, messages(2000), { expectedHead: null });
  expect(await found(first, "text of 7")).toEqual(["7"]);
  const texts: string[] = [];
  await using store = createPostgresStore({
    schema: place.schema,
    pool: {
      async connect() {
        const client = await place.pool.connect();
        return {
          query(query) {
            texts.push(query.text);
            return client.query({ ...query });
          },
          release: (destroy) => client.release(destroy),
          on: (event, listener) => client.on(event, listener),
          off: (event, listener) => client.off(event, listener),
        };
      },
    },
  });
  expect(await found(store, "text of 7")).toEqual(["7"]);
  texts.length = 0;
  expect(await found(store, "text of 8")).toEqual(["8"]);
  expect(texts).toHaveLength(2);
  expect(await store.search("unknown", "text")).toEqual([]);
});

test("several stores that index one session at the same time index every entry once", async () => {
  await using place = openPlace();
  const stores = Array.from({ length: 4 }, () => place.open());
  const [store] = stores;
  await store!.append(SESSION, messages(3000), { expectedHead: null });
  const hits = await Promise.all(stores.map((each) => found(each, "text of 2999")));
  expect(hits).toEqual(stores.map(() => ["2999"]));
  const { rows } = await place.pool.query(`SELECT FROM "${place.schema}".words`);
  expect(rows).toHaveLength(3000);
});

test("an entry that was rewritten or evicted is no longer found by its old words", async () => {
  await using place = openPlace();
  await using store = place.open();
  await store.append(SESSION, messages(600), { expectedHead: null });
  expect(await found(store, "text of 5")).toEqual(["5"]);
  await store.append(SESSION, messages(2, 600), { expectedHead: "599" });
  const others = [message("5", "4", "other words"), message("601", "600", "newer words")];
  await store.rewrite(SESSION, others, { expectedHead: "601" });
  expect(await found(store, "text of 5")).toEqual([]);
  expect(await found(store, "text of 601")).toEqual([]);
  expect(await found(store, "words")).toEqual(["601", "5"]);
  await store.evict(SESSION, { through: "5", expectedHead: "601" });
  expect(await found(store, "words")).toEqual(["601"]);
  const { rows } = await place.pool.query(`SELECT FROM "${place.schema}".words WHERE place <= 6`);
  expect(rows).toHaveLength(0);
});
