import { assistantMessage, type Message, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { exchangesOf } from "../../src/sections/exchanges.ts";
import {
  addWork,
  takeAll,
  takeNewest,
  type Topic,
  topicOf,
  type Works,
} from "../../src/sections/topic.ts";

const PLAIN = { isBare: false, namesNothing: false, takesBack: false, withdraws: false };

function topic(said: string, flags: Partial<Topic> = {}): Topic {
  return { ...PLAIN, words: new Set(), said: new Set(said.split(" ")), ...flags };
}

function works(...texts: readonly string[]): Works {
  const created: Works = new Map();
  for (const [place, text] of texts.entries()) addWork(created, place, new Set(text.split(" ")));
  return created;
}

test("an exchange takes the texts of which it has half of the words, once", () => {
  const all = works("cache parser", "cache parser reader", "export");
  expect(takeAll(all, topic("cache"))).toEqual([0]);
  expect(takeAll(all, topic("cache"))).toEqual([]);
  expect([...all.keys()]).toEqual([1, 2]);
});

test("one that withdraws work takes the texts that share a word, a bare one takes all", () => {
  expect(
    takeAll(works("cache parser reader", "export"), topic("cache", { withdraws: true })),
  ).toEqual([0]);
  const bare = topic("", { isBare: true, withdraws: true });
  expect(takeAll(works("cache", "export"), bare)).toEqual([0, 1]);
  expect(takeAll(works("cache", "export"), bare, 1)).toEqual([0]);
});

test("work is taken back newest first", () => {
  const all = works("cache parser", "cache reader", "export");
  const back = topic("cache", { takesBack: true });
  expect([1, 2, 3].map(() => takeNewest(all, back))).toEqual([[1], [0], []]);
  expect(takeNewest(all, topic("", { isBare: true, takesBack: true }))).toEqual([2]);
});

test("only the newest sixty texts are compared", () => {
  const all = works(...Array.from({ length: 61 }, () => "cache"));
  expect(takeAll(all, topic("cache"))).toHaveLength(60);
});

const topicIn = (question: string | null, answer: string | null, ...more: readonly Message[]) => {
  const [exchange] = exchangesOf(
    itemsOf(
      question === null ? [] : userMessage(question),
      more,
      answer === null ? [] : assistantMessage(answer),
    ),
    null,
  );
  if (exchange === undefined) throw new Error("an exchange");
  return topicOf(exchange);
};

test.each([
  ["Revert the cache.", { takesBack: true, withdraws: false, isBare: false }],
  ["Undo the last change.", { takesBack: true, isBare: true }],
  ["Mach die letzte Änderung rückgängig.", { takesBack: true, isBare: true }],
  ["撤销上一次修改", { takesBack: true, isBare: true }],
  ["撤销缓存的修改", { takesBack: true, isBare: false }],
  ["Revert the inner cache of orders.", { takesBack: true, isBare: false }],
  ["Undo it.", { takesBack: true, isBare: true, namesNothing: false }],
  ["Skip the tests.", { takesBack: false, withdraws: true, isBare: false }],
  ["Skip it.", { withdraws: true, isBare: true }],
  ["They are written.", { withdraws: true, isBare: true }],
  ["Mend the pump.", { takesBack: false, withdraws: false, isBare: false, namesNothing: false }],
  ["Go on.", { isBare: false, namesNothing: true }],
  ["Look at `revert`.", { takesBack: false }],
  ["Revert the cache. ".padEnd(400, "x"), { takesBack: true }],
  ["Revert the cache. ".padEnd(401, "x"), { takesBack: false }],
])("the topic of %j", (question, expected) => {
  expect(topicIn(question, null)).toMatchObject(expected);
});

test("a command takes work back unless it failed", () => {
  const git = (failed: boolean) => run("bash", { command: "git revert HEAD" }, "ok", { failed });
  expect(topicIn("Clean up.", "Done.", ...git(false)).takesBack).toBe(true);
  expect(topicIn("Clean up.", "Done.", ...git(true)).takesBack).toBe(false);
});

test("work is named by its request, or else by its answer; the answer of one that takes back does not count", () => {
  expect([...topicIn("Mend this pump.", "The valve leaks.").words]).toEqual(["mend", "pump"]);
  expect([...topicIn("Mend this pump.", "The valve leaks.").said]).toEqual([
    "mend",
    "pump",
    "valve",
    "leaks",
  ]);
  const open = topicIn(null, "The valve leaks.");
  expect([[...open.words], open.namesNothing]).toEqual([["valve", "leaks"], false]);
  expect([...topicIn("Revert the pump.", "The valve leaks.").said]).toEqual(["pump"]);
});
