import { assistantMessage, type Item, type Message, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { exchange, itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { exchangesOf } from "../../src/sections/exchanges.ts";

const said = (items: readonly Item[], openQuestion: string | null = null) =>
  exchangesOf(items, openQuestion).map(({ answer, question }) => [question, answer]);

test("user messages in a row are one question, and a later one begins an exchange", () => {
  const items = itemsOf(
    userMessage("Mend the pump."),
    exchange("And paint it.", "Both are done."),
    exchange("Thanks.", "Gladly."),
  );
  expect(said(items)).toEqual([
    ["Mend the pump.\nAnd paint it.", "Both are done."],
    ["Thanks.", "Gladly."],
  ]);
});

test("messages before the final answer belong to its exchange, after it to the next", () => {
  const look = (callId: string) => run("read", { path: "a" }, "x", { text: "I look.", callId });
  const items = itemsOf(
    userMessage("Mend the pump."),
    look("1"),
    userMessage("The blue one."),
    look("2"),
    userMessage("Do not paint it."),
    look("3"),
    assistantMessage("It is mended."),
    userMessage("Thanks."),
    userMessage("[Request interrupted by user]"),
    userMessage("Paint it."),
    look("4"),
  );
  const exchanges = exchangesOf(items, null);
  expect(exchanges.map(({ asked, question }) => [question, asked])).toEqual([
    ["Mend the pump.\nThe blue one.\nDo not paint it.", "Mend the pump. … Do not paint it."],
    ["Paint it.", "Paint it."],
  ]);
  expect(exchanges.map(({ runs }) => runs.length)).toEqual([3, 1]);
});

test("if the model continues after a question to the user, the request is not known", () => {
  const look = run("read", { path: "a" }, "x", { text: "I look." });
  const begun = (answer: string) =>
    exchangesOf(itemsOf(exchange("Is it new?", answer), look), null).map(
      ({ question }) => question,
    );
  expect(begun("It is. Shall I paint it?")).toEqual(["Is it new?", null]);
  expect(begun("It is. I begin.")).toEqual(["Is it new?"]);
});

test("a reply of a few words is shown with the proposal that it answers", () => {
  const asked = (reply: string, said = "The pump is new. Shall I paint it?") =>
    exchangesOf(itemsOf(exchange("Look.", said), exchange(reply, "Fine.")), null)[1]?.asked;
  expect(asked("yes")).toBe("yes (to assistant: Shall I paint it?)");
  expect(asked("2", "What next?\n1. paint it\n2. sell it")).toBe(
    "2 (to assistant: What next? 2) sell it)",
  );
  expect(asked("yes", "The pump is new.")).toBe("yes");
  const long = "yes, and then look at the other pump again";
  expect(asked(long)).toBe(long);
});

test("items that begin inside an exchange continue the open question, others have their own", () => {
  const rest = itemsOf(assistantMessage("The pump hums."), exchange("Why?", "It is new."));
  expect(said(rest, "Mend it.")).toEqual([
    ["Mend it.", "The pump hums."],
    ["Why?", "It is new."],
  ]);
  expect(said(rest)[0]).toEqual([null, "The pump hums."]);
});

test("text with a call, an empty text and text that was cut off are no answer", () => {
  const answers = (messages: Message | readonly Message[]) =>
    said(itemsOf(userMessage("Why?"), messages)).map(([, answer]) => answer);
  expect(answers(run("read", { path: "a" }, "x", { text: "I look." }))).toEqual([null]);
  expect(answers(run("read", { path: "a" }, "x", { text: "I look." }).slice(0, 1))).toEqual([null]);
  expect(answers(assistantMessage("  "))).toEqual([null]);
  expect(answers({ ...assistantMessage("It is n"), finishReason: "length" })).toEqual([null]);
  expect(answers({ ...assistantMessage("It is new."), finishReason: "stop" })).toEqual([
    "It is new.",
  ]);
});

test("text of the app after an answer does not hide it", () => {
  const note = { ...userMessage("Two files changed."), provenance: "synthetic" } as const;
  expect(said(itemsOf(exchange("Why?", "It is new."), note))).toEqual([["Why?", "It is new."]]);
});
