import { userMessage } from "@cutpoint/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import { searchSession } from "../../src/search/search-session.ts";
import type { SessionStore } from "../../src/store/contract.ts";

const refuse = async (): Promise<never> => {
  throw new Error("this store is only read");
};

/** A store without an index, with one session of the given texts. */
function storeOf(texts: readonly string[]): SessionStore {
  const entries = texts.map((text, place): Entry => ({
    id: String(place),
    parentId: place === 0 ? null : String(place - 1),
    at: place,
    type: "message",
    message: userMessage(text),
  }));
  return {
    append: refuse,
    delete: refuse,
    async *read() {
      yield* entries;
    },
    async *sessions() {
      yield "s";
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** The indexes of the texts that a loose search finds, best first. */
async function found(
  texts: readonly string[],
  query: string,
  limit = 10,
): Promise<readonly number[]> {
  const hits = await searchSession(storeOf(texts), "s", query, { loosely: true, limit });
  return hits.map(({ entryId }) => Number(entryId));
}

/** Texts that are not neighbors of each other. */
function apart(...texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => [text, "…", "…"]);
}

describe("a loose search", () => {
  test("compares words by their stems", async () => {
    const texts = apart("We adopted a dog.", "The cat sleeps.", "Painting calms me.");
    expect(await found(texts, "adoption papers", 1)).toEqual([0]);
    expect(await found(texts, "painted walls", 1)).toEqual([6]);
    expect(await found(texts, "cats and birds", 1)).toEqual([3]);
  });

  test("ranks entries with the rarest words first", async () => {
    const texts = apart(
      "a river, a river",
      "this river",
      "one lighthouse",
      "that river",
      "his river",
      "my river",
    );
    expect(await found(texts, "river lighthouse nowhere", 1)).toEqual([6]);
  });

  test("ignores stop words", async () => {
    const texts = apart(
      "When did you do that? How did you do it?",
      "Grandmother married in Trieste.",
    );
    expect((await found(texts, "When did grandmother marry?"))[0]).toBe(3);
  });

  test("searches stop words if the query has no other words", async () => {
    expect((await found(apart("A boat.", "Why not?"), "why would who"))[0]).toBe(3);
  });

  test("finds an answer up to two entries from its question", async () => {
    const texts = [
      "far",
      "far",
      "What is your lighthouse called?",
      "Bartholomew.",
      "It is old.",
      "far",
    ];
    const places = await found(texts, "lighthouse keeper");
    expect(places[0]).toBe(2);
    expect(new Set(places.slice(1, 3))).toEqual(new Set([1, 3]));
    expect(new Set(places.slice(3))).toEqual(new Set([0, 4]));
  });

  test("ranks entries of a named speaker first", async () => {
    const texts = apart(
      "[3 May] Ines: Tom, the harbour is lovely.",
      "[3 May] Tom: The harbour is closed.",
      "[4 May] Ines: Tom, the harbour is empty.",
    );
    expect(await found(texts, "What about Tom's harbour permit?", 1)).toEqual([3]);
    expect(await found(texts, "What about Ines's harbour permit?", 2)).toEqual([6, 0]);
  });

  test("ranks entries that name a time first if the query asks for one", async () => {
    const texts = apart(
      "I moved into the lighthouse last spring.",
      "The lighthouse is painted red.",
    );
    expect(await found(texts, "When did you move into the lighthouse?", 1)).toEqual([0]);
    expect(await found(texts, "Who painted the lighthouse, and how long ago?", 2)).toEqual([3, 0]);
    const plain = apart("The lighthouse lamp, last year.", "The lighthouse lamp is new now.");
    expect(await found(plain, "Which lighthouse lamp?", 1)).toEqual([3]);
    expect(await found(plain, "How long has the lighthouse lamp burnt?", 1)).toEqual([0]);
  });

  test("ranks an entry that says more before a greeting", async () => {
    const texts = apart(
      "Our boat has green sails.",
      "Nice boat!",
      ...Array.from({ length: 8 }, () => "We talk of other things. ".repeat(9)),
    );
    expect((await found(texts, "boat nowhere"))[0]).toBe(0);
  });

  test("shows the part of a long entry that fits", async () => {
    const text = `${"the start of it is dull. ".repeat(40)}We adopted a dog. ${"so is the end. ".repeat(40)}`;
    const [hit] = await searchSession(storeOf([text]), "s", "the adoption papers", {
      loosely: true,
    });
    expect(hit?.snippet).toContain("We adopted a dog.");
  });

  test("returns the newer of two equal entries first", async () => {
    const places = await found(apart("…", "a boat", "a boat", "…"), "boat trip");
    expect(places.filter((place) => place % 3 === 0)).toEqual([6, 3]);
  });
});

test("a loose search finds every entry with a word of the query nearby, best first", async () => {
  const word = fc.constantFrom("river", "boat", "tulip", "storm", "cellar");
  const texts = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(texts, fc.uniqueArray(word, { minLength: 1 }), async (said, asked) => {
      const store = storeOf(said.map((words) => words.join(" ")));
      const query = [...asked, "nowhere"].join(" ");
      const hits = await searchSession(store, "s", query, { loosely: true, limit: 1_000 });
      const places = hits.map(({ entryId }) => Number(entryId));
      const holding = said.flatMap((words, place) =>
        words.some((each) => asked.includes(each)) ? [place] : [],
      );
      expect(new Set(places).size).toBe(places.length);
      expect(places).toEqual(expect.arrayContaining(holding));
      for (const place of places)
        expect(holding.some((other) => Math.abs(other - place) <= 2)).toBe(true);
      const scores = hits.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((left, right) => right - left));
    }),
  );
});
