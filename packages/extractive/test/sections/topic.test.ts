import { expect, test } from "vitest";
import { createWorks, type Topic } from "../../src/sections/topic.ts";

const PLAIN = { isBare: false, namesNothing: false, takesBack: false, withdraws: false };

function topic(said: string, flags: Partial<Topic> = {}): Topic {
  return { ...PLAIN, words: new Set(), said: new Set(said.split(" ")), ...flags };
}

function works(...texts: readonly string[]) {
  const created = createWorks();
  for (const [place, text] of texts.entries()) created.add(place, new Set(text.split(" ")));
  return created;
}

test("an exchange takes the texts of which it has half of the words, once", () => {
  const all = works("cache parser", "cache parser reader", "export");
  expect(all.takeAll(topic("cache"))).toEqual([0]);
  expect(all.takeAll(topic("cache"))).toEqual([]);
  expect([0, 1, 2].map((place) => all.has(place))).toEqual([false, true, true]);
});

test("one that withdraws work takes the texts that share a word, a bare one takes all", () => {
  expect(
    works("cache parser reader", "export").takeAll(topic("cache", { withdraws: true })),
  ).toEqual([0]);
  const bare = topic("", { isBare: true, withdraws: true });
  expect(works("cache", "export").takeAll(bare)).toEqual([0, 1]);
});

test("work is taken back newest first", () => {
  const all = works("cache parser", "cache reader", "export");
  const back = topic("cache", { takesBack: true });
  expect([1, 2, 3].map(() => all.takeNewest(back))).toEqual([1, 0, undefined]);
  expect(all.takeNewest(topic("", { isBare: true, takesBack: true }))).toBe(2);
});

test("only the newest sixty texts are compared, the others stay", () => {
  const all = works(...Array.from({ length: 61 }, () => "cache"));
  expect(all.takeAll(topic("cache"))).toHaveLength(60);
  expect(all.has(0)).toBe(true);
});
