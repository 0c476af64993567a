import { type Message, userMessage } from "@cutpoint/core";
import { runAtOnce } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { exchange, itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { exchangesOf } from "../../src/sections/exchanges.ts";
import { type Status, statusesOf } from "../../src/sections/status.ts";
import { topicOf } from "../../src/sections/topic.ts";

function statusesIn(...messages: readonly (readonly Message[])[]): readonly Status[] {
  const exchanges = exchangesOf(itemsOf(...messages), null);
  return runAtOnce(statusesOf(exchanges, exchanges.map(topicOf)));
}

const edit = run("edit", { path: "src/a.ts" }, "Edited.");
const bash = (command: string, output: string, failed = false): readonly Message[] =>
  run("bash", { command }, output, { failed });
const passes = bash("npm test", "9 passed");
const fails = bash("npm test", "2 failed\nexit code: 1");
const NEUTRAL = "The pump has two valves and one gate between those walls.";

const ENDS: readonly (readonly [
  name: string,
  status: Status,
  question: string,
  answer: string,
  ...runs: readonly (readonly Message[])[],
])[] = [
  ["work with a success", "done", "Mend the pump.", "The pump is fixed.", edit],
  ["work without a verdict", "open", "Mend the pump.", NEUTRAL, edit],
  ["work that a check confirms", "done", "Mend the pump.", NEUTRAL, edit, passes],
  ["work after a check", "open", "Mend the pump.", NEUTRAL, passes, edit],
  ["a check that fails", "open", "Mend the pump.", "The pump is fixed.", edit, fails],
  [
    "a command that the user refused",
    "done",
    "Mend the pump.",
    "The pump is fixed.",
    edit,
    bash("make all", "The user doesn't want to proceed with this tool use.", true),
  ],
  [
    "a filter that finds nothing",
    "done",
    "Mend the pump.",
    "The pump is fixed.",
    edit,
    bash("make all | grep warning", "exit code: 1"),
  ],
  [
    "a command without a result",
    "done",
    "Mend the pump.",
    "The pump is fixed.",
    edit,
    bash("make all", "").slice(0, 1),
  ],
  ["work after a request of short words", "answered", "Go on.", NEUTRAL, edit],
  ["a claim without work", "done", "Mend the pump.", "The pump is fixed."],
  ["a statement without work", "open", "Mend the pump.", NEUTRAL],
  ["an agreement of five words", "answered", "Mend the pump.", "Sure, this pump will have it."],
  ["one of six words", "open", "Mend the pump.", "Sure, this pump will have it today."],
  ["400 characters", "open", "Mend the pump.", NEUTRAL.padEnd(399, "e") + "."],
  ["401 characters", "answered", "Mend the pump.", NEUTRAL.padEnd(400, "e") + "."],
  [
    "401 characters of open work",
    "open",
    "Mend the pump.",
    `${NEUTRAL} The valve is stuck. ${NEUTRAL.padEnd(400, "e")}`,
  ],
  ["a text that was asked for", "answered", "Explain the pump.", NEUTRAL],
  ["a text about open work", "open", "Explain the pump.", "The valve is stuck."],
  ["the answer to a question", "answered", "Is the pump mended?", NEUTRAL],
  ["no answer to a question", "open", "Is the pump mended?", "Hm. I cannot look at it."],
  ["a late remark", "answered", "Is the pump mended?", "Hm. It hums. I cannot hear it."],
  ["a question that asks for work", "open", "Can you mend the pump?", NEUTRAL],
];

const CASES = ENDS.map(([name, status, question, answer, ...runs]) => ({
  name,
  status,
  messages: exchange(question, answer, ...runs),
}));

test.each(CASES)("an exchange with $name is $status", ({ messages, status }) => {
  expect(statusesIn(messages)).toEqual([status]);
});

test("a request without an answer is open, and ends with the answer to what was asked before it", () => {
  const after = exchange("Is the lamp new?", "Yes, the lamp is new.");
  const asked = [userMessage("Mend the pump.")];
  const look = run("read", { path: "src/a.ts" }, "x", { text: "I look." });
  expect(statusesIn(asked)).toEqual(["open"]);
  expect(statusesIn([...asked, ...look])).toEqual(["open"]);
  expect(statusesIn([...asked, ...look], after)).toEqual(["answered"]);
  expect(statusesIn([...asked, ...edit], exchange("Now?", "It is fixed."))).toEqual(["done"]);
});

test("a failed check is mended by a later run of it, and open as long as it fails", () => {
  const first = exchange("Port the northern parser.", "Two of its tests fail.", edit, fails);
  const other = (check: readonly Message[]): readonly Message[] =>
    exchange("Polish every lamp.", "The lamps are done.", edit, check);
  expect(statusesIn(first, other(passes))).toEqual(["past", "done"]);
  expect(statusesIn(first, other(fails))).toEqual(["open", "open"]);
  expect(statusesIn(first, other(bash("make lamps", "ok")))).toEqual(["open", "done"]);
});

test("success ends open work that it names, or what was said just before if it names nothing", () => {
  const open = exchange("Connect the northern pump.", "The northern pump still leaks.", edit);
  const talk = exchange("Is the lamp new?", "Yes, it is new.");
  const done = (question: string): readonly Message[] => exchange(question, "It works.", edit);
  expect(statusesIn(open, done("Seal the northern pump."))).toEqual(["past", "done"]);
  expect(statusesIn(open, done("Paint every lamp."))).toEqual(["open", "done"]);
  expect(statusesIn(open, done("Try it."))).toEqual(["past", "done"]);
  expect(statusesIn(open, talk, done("Try it."))).toEqual(["open", "answered", "done"]);
});

test("the answer to a question that reports a success ends the work that it names", () => {
  const open = exchange("Connect the northern pump.", "The northern pump still leaks.", edit);
  const asked = (answer: string): readonly Message[] =>
    exchange("Is the northern pump tight?", answer);
  expect(statusesIn(open, asked("Yes, the northern pump is fixed."))).toEqual(["past", "answered"]);
  expect(statusesIn(open, asked("The northern pump has a valve."))).toEqual(["open", "answered"]);
});

test("work that is taken back is past, the newest first", () => {
  const done = (name: string): readonly Message[] =>
    exchange(`Add the ${name} cache.`, `Added the ${name} cache.`, edit);
  const back = (question: string): readonly Message[] => exchange(question, "Reverted it.", edit);
  expect(statusesIn(done("inner"), done("outer"), back("Revert the inner cache again."))).toEqual([
    "done",
    "past",
    "done",
  ]);
  expect(statusesIn(done("inner"), back("Undo it."), done("outer"))).toEqual([
    "past",
    "done",
    "done",
  ]);
  const git = exchange(
    "Clean the tree.",
    "Cleaned it.",
    bash("git reset --hard HEAD", "HEAD is now"),
  );
  expect(statusesIn(done("inner"), git)).toEqual(["past", "done"]);
});
