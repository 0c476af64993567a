import { assistantMessage, toolMessage, userMessage } from "@cutpoint/core";
import { toolRuns } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { exchange, itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { summaryRequest } from "../../../../tooling/laws/src/generate/summary-request.ts";
import { argumentLines, callLine, replacedTexts } from "../../src/read/call-lines.ts";
import { carriedLines, summarySourceLines } from "../../src/read/carried.ts";
import { userAnswerIn } from "../../src/read/user-answer.ts";
import { renderPassages } from "../../src/select/passages.ts";
import { withoutRules } from "../../src/read/without-rules.ts";

test("a line without a label is a call and what follows it, each result with a label of its call", () => {
  const parts = summarySourceLines("read src/a.ts → const valve = 7; … return valve → Edited it.");
  expect(parts.map(({ place, source, text }) => [place, source.label, text])).toEqual([
    [0, "", "read src/a.ts"],
    [1, "`read src/a.ts`: ", "const valve = 7;"],
    [2, "`read src/a.ts`: ", "return valve"],
    [3, "`read src/a.ts`: ", "Edited it."],
  ]);
  const [call, ...results] = parts;
  expect(results.every(({ source }) => source.call === call?.source)).toBe(true);
  expect(call?.source.call).toBeUndefined();
});

test("long arguments of a carried call are its input again, and never its result", () => {
  const entry = "Task Find boats, input: Look at all locks. … Be quick, input: now. → Found 7.";
  const parts = summarySourceLines(entry);
  expect(parts.map(({ source, text }) => [source.label, source.isInput, text])).toEqual([
    ["", undefined, "Task Find boats"],
    ["`Task Find boats` input: ", true, "Look at all locks."],
    ["`Task Find boats` input: ", true, "Be quick, input: now."],
    ["`Task Find boats`: ", undefined, "Found 7."],
  ]);
  const lines = carriedLines([entry]).map((sourceLine) => ({ sourceLine, terms: [] }));
  expect(renderPassages(lines)).toEqual([entry]);
});

test("a labelled line has no call, and one of the user knows that it is theirs", () => {
  const [said] = summarySourceLines("user: mend it → now, please", true);
  expect([said?.text, said?.origin, said?.source.isUser]).toEqual([
    "mend it → now, please",
    "user",
    true,
  ]);
});

test("carried lines are numbered through, and know which entries are the user's", () => {
  const lines = carriedLines(
    ["mend the pump", "src/a.ts: valve = 7 … gate = 8", "paint the pump"],
    (entry) => entry === 2,
  );
  expect(lines.map(({ origin, place }) => [origin, place])).toEqual([
    ["carried", 0],
    ["carried", 1],
    ["carried", 2],
    ["user", 3],
  ]);
  expect(carriedLines(["mend the pump"])[0]?.origin).toBe("carried");
});

test("results of two entries belong each to the call of their entry", () => {
  const lines = carriedLines(["read src/a.ts → valve = 7;", "read src/a.ts → gate = 8;"]);
  const [first, valve, second, gate] = lines.map(({ source }) => source);
  expect(second).not.toBe(first);
  expect([valve?.call, gate?.call]).toEqual([first, second]);
  expect(gate?.call).toBe(second);
});

const runOf = (...values: Parameters<typeof run>) => {
  const [first] = toolRuns(itemsOf(run(...values)));
  if (first === undefined) throw new Error("a call");
  return first;
};
const same = (text: string): string => text;

test("a call line has short arguments of text and numbers, and says that it failed", () => {
  const values = {
    path: "a.ts",
    limit: 7,
    deep: true,
    list: ["x"],
    long: "x ".repeat(200),
    none: " ",
  };
  expect(callLine(runOf("read", values, "x"), same)).toBe("read a.ts 7");
  expect(callLine(runOf("read", values, "x", { failed: true }), same)).toBe("read a.ts 7 → failed");
  expect(callLine(runOf("read it", { path: "a.ts" }, "x"), same)).toBe("`read it` a.ts");
  expect(callLine(runOf("wait", { seconds: 10 }, "x"), same)).toBeNull();
  expect(callLine(runOf("wait", { seconds: 100 }, "x"), same)).toBe("wait 100");
  const long = (length: number) => callLine(runOf("say", { text: "x".repeat(length) }, ""), same);
  expect([long(380)?.length, long(381)]).toEqual([384, null]);
});

test("arguments of more than 380 characters have lines of their own, except the path", () => {
  const linesOf = (values: unknown, options = {}) =>
    argumentLines(runOf("propose", values, "ok", options), same).length;
  const text = (length: number): string => `Mend it. ${"x".repeat(length - 9)}`;
  expect([linesOf({ plan: text(380) }), linesOf({ plan: text(381) })]).toEqual([0, 1]);
  expect(linesOf({ plan: text(381) }, { failed: true })).toBe(0);
  expect(linesOf({ path: `a/${"b/".repeat(200)}c.ts` })).toBe(0);
  expect(linesOf({ edits: Array.from({ length: 90 }, () => "valve") })).toBeGreaterThan(0);
  expect(linesOf({ old_text: text(400), new_text: "x" })).toBe(0);
  expect(linesOf({ old_text: text(400) })).toBeGreaterThan(0);
});

test("an edit replaces the text of an argument named old by the one named new", () => {
  const texts = (values: unknown) => replacedTexts(runOf("edit", values, "ok"));
  expect(texts({ oldText: "a", newText: "b", old_tariff: "c" })).toEqual([["a", "b"]]);
  expect(texts({ oldText: "a", newText: 7 })).toEqual([]);
  expect(texts({ text: "a" })).toEqual([]);
});

test("only tools that ask the user return the user's words", () => {
  const result = "User has answered your questions: now";
  const answerOf = (name: string, text: string) =>
    userAnswerIn(toolMessage({ callId: "c", name }, text));
  expect(answerOf("AskUserQuestion", result)).toBe("now");
  expect(answerOf("fetch", result)).toBeNull();
  expect(answerOf("AskUserQuestion", "No answer.")).toBeNull();
});

test("rules are cut from the words of the user only, in all lists of a request", () => {
  const rule = "Never send invoices.";
  const said = itemsOf(
    exchange(`Mend it. ${rule}`, `Noted: ${rule}`),
    { ...userMessage(rule), provenance: "synthetic" },
    assistantMessage("Done."),
  );
  const request = summaryRequest({ items: said, turnPrefix: said, droppedUserText: said });
  expect(withoutRules(request)).toBe(request);
  for (const given of [{ rules: [rule] }, { revokedRules: [rule] }]) {
    const cut = withoutRules({ ...request, ...given });
    for (const list of [cut.items, cut.turnPrefix, cut.droppedUserText ?? []])
      expect(list.map(({ message }) => JSON.stringify(message.parts).includes(rule))).toEqual([
        false,
        true,
        true,
        false,
      ]);
  }
});
