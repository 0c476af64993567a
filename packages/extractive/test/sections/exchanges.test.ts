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
