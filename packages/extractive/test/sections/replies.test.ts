import { type Message, userMessage } from "@cutpoint/core";
import { runAtOnce } from "@cutpoint/core/kit";
import { describe, expect, test } from "vitest";
import { exchange, itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { exchangesOf } from "../../src/sections/exchanges.ts";
import { repliesIn } from "../../src/sections/replies.ts";
import { summaryText } from "../support/summary-text.ts";

function repliesTo(...messages: readonly (Message | readonly Message[])[]): readonly string[] {
  const items = itemsOf(...messages);
  return runAtOnce(repliesIn(exchangesOf(items, null), new Set(items)));
}

const replyTo = (said: string, reply: string): readonly string[] =>
  repliesTo(exchange("Mend the pump.", said), userMessage(reply));

/** In each language: a question, two options, a question without options, a choice, an agreement and a request. */
const LANGUAGES = [
  [
    "Which fuse fits?",
    "The old fuse",
    "The new fuse",
    "Shall I paint it?",
    "B please",
    "yes, go on",
  ],
  ["Welche passt?", "Die alte", "Die neue", "Soll ich sie streichen?", "B bitte", "ja, gern"],
  ["Lequel convient ?", "L'ancien", "Le nouveau", "Dois-je le peindre ?", "plutôt B", "oui, vas-y"],
  ["¿Cuál encaja?", "El viejo", "El nuevo", "¿Lo pinto?", "mejor B", "sí, hazlo"],
  ["Qual serve?", "O antigo", "O novo", "Devo pintar?", "prefiro B", "sim, pode"],
  ["Какой подходит?", "Старый", "Новый", "Покрасить его?", "лучше B", "да, давай"],
  ["哪个合适？", "旧的", "新的", "要上漆吗？", "选B", "好的"],
  ["どれが合いますか？", "古いもの", "新しいもの", "塗りますか？", "Bで", "はい"],
] as const;

describe.each(LANGUAGES)("%s", (asked, first, second, offer, choice, agreement) => {
  const options = `A) ${first}\nB) ${second}`;

  test("an answer with a label keeps the option and its question", () => {
    const line = `assistant: ${asked} B) ${second} → user: ${choice}`;
    expect(replyTo(`${asked}\n\n${options}`, choice)).toEqual([line]);
    expect(replyTo(`${asked}\n\n${options}\n\n${offer}`, choice)).toEqual([line]);
  });

  test("an answer without a label keeps the question, with the options after it", () => {
    expect(replyTo(`${asked}\n\n${options}`, agreement)).toEqual([
      `assistant: ${asked} A) ${first}; B) ${second} → user: ${agreement}`,
    ]);
    expect(replyTo(offer, agreement)).toEqual([`assistant: ${offer} → user: ${agreement}`]);
  });
});

test("an answer to all options of a list keeps them and its lead", () => {
  const said = "There are no tests. Would you like me to add tests for:\n1. an owl\n2. a bear";
  expect(replyTo(`${said}\n\nThey would help.`, "yes, all 2")).toEqual([
    "assistant: Would you like me to add tests for: 1) an owl; 2) a bear → user: yes, all 2",
  ]);
});

test("questions, requests, and replies to a report or to a call answer nothing", () => {
  const offer = "Shall I paint it?";
  expect(replyTo(offer, "Why?")).toEqual([]);
  expect(replyTo(offer, "Please mend the gate of the harbour first")).toEqual([]);
  expect(replyTo(offer, "Call it harbour_pump_7")).toEqual([]);
  expect(replyTo("Mended it.", "Thanks.")).toEqual([]);
  expect(replyTo(`Why? It hums. It leaks. It is old.`, "ok")).toEqual([]);
  const call = run("read", { path: "a" }, "x", { text: offer });
  expect(repliesTo(userMessage("Mend it."), call, userMessage("ok"))).toEqual([]);
});

test("a reply whose question stays in the view is left out", () => {
  const items = itemsOf(exchange("Mend it.", "Shall I paint it?"), userMessage("ok"));
  const replies = (count: number) =>
    runAtOnce(repliesIn(exchangesOf(items, null), new Set(items.slice(0, count))));
  expect(replies(2)).toHaveLength(1);
  expect(replies(1)).toEqual([]);
});

test("the reply to a tool that asks the user is kept, of no other tool", () => {
  const answer = 'User has answered your questions: "Which fuse?"="the new one"';
  const asked = (name: string) => repliesTo(userMessage("Mend it."), run(name, { q: 1 }, answer));
  expect(asked("AskUserQuestion")).toEqual([
    'answer to `AskUserQuestion`: "Which fuse?"="the new one"',
  ]);
  expect(asked("fetch")).toEqual([]);
});

test("a line takes 400 characters at most, and text of the model adds no reply", () => {
  const option = `→ user: no ${"it hums and ".repeat(30)}`;
  const [line = ""] = replyTo(`Which one?\nA) ${option}\nB) ${option}`, "A, B");
  expect(line.length).toBeLessThanOrEqual(400);
  expect(line.split(" → ")).toHaveLength(2);
});

test("a summary shows the option that the user chose", async () => {
  const said =
    "When should it be mended?\n\n| Option | Cost |\n|---|---|\n| **A. In winter** | 2 |\n| **B. In summer** | 3 |";
  const items = itemsOf(
    exchange("Mend the pump of the harbour.", said),
    exchange("B.", "It is on the calendar now.", run("edit", { path: "src/calendar.ts" }, "ok")),
    Array.from({ length: 40 }, (_, place) =>
      exchange(`Read gate number ${place}.`, `Gate ${place} is at quay Q-${place * 7}, closed.`),
    ).flat(),
  );
  const text = await summaryText({ items, maxTokens: 1_100 });
  expect(text).toContain(
    "- [x] B. (to assistant: When should it be mended? B) In summer) → It is on the calendar now.",
  );
});
