import { expect, test } from "vitest";
import { createWorkIndex, isAbout, type Topic } from "../../src/sections/topic.ts";

const WORDS = ["cache", "parser", "reader", "export", "tests"];
const SETS = Array.from(
  { length: 2 ** WORDS.length },
  (_, bits) => new Set(WORDS.filter((_word, at) => (bits >> at) % 2 === 1)),
);
const NAMED = { takesBack: false, withdraws: false, namesNothing: false, isBare: false };
const FLAGS = [
  NAMED,
  { ...NAMED, withdraws: true },
  { ...NAMED, takesBack: true },
  { ...NAMED, takesBack: true, isBare: true },
];
const topics: readonly Topic[] = FLAGS.flatMap((flags) =>
  SETS.map((said) => ({ ...flags, said, words: said })),
);

function filled() {
  const index = createWorkIndex();
  for (const [place, words] of SETS.entries()) index.add(place, words);
  return index;
}

test("an index finds the texts that a comparison with each text finds", () => {
  for (const topic of topics) {
    const index = filled();
    const places = SETS.flatMap((words, place) => (isAbout(topic, words) ? [place] : []));
    expect(new Set(index.takeAll(topic))).toEqual(new Set(places));
    expect([...SETS.keys()].filter((place) => !index.has(place))).toEqual(places);
    expect(index.takeAll(topic)).toEqual([]);
  }
});

test("an exchange takes back the newest text first", () => {
  for (const topic of topics.filter(({ takesBack }) => takesBack)) {
    const index = filled();
    const places = SETS.flatMap((words, place) => (isAbout(topic, words) ? [place] : []));
    for (const place of places.toReversed()) expect(index.takeNewest(topic)).toBe(place);
    expect(index.takeNewest(topic)).toBe(-1);
  }
});
