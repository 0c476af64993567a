import { expect, test } from "vitest";
import { removerOf } from "../../src/summary/remove-statements.ts";

const RULES = ["Always answer in German.", "请始终用英文回答。", "Rules: Keep it short."];

test.each([
  ["- Always answer in German.\n- Fix the bug.", "- Fix the bug."],
  ["- user: Thanks. Always answer in German. Look at a.ts.", "- user: Thanks. Look at a.ts."],
  ["1. The user said: “always answer in German”", ""],
  ["- The user said: 请始终用英文回答。看文件。", "- The user said: 看文件。"],
  ["Keep it short.\nGo on.", "Go on."],
])("removes whole statements, and lines of nothing else: %s", (text, rest) => {
  expect(removerOf(RULES)(text)).toBe(rest);
});

test.each([
  "Always answer in German if they write in German.",
  "She asked whether to always answer in German, then left.",
  "Never always answer in German.",
])("keeps sentences that contain more: %s", (text) => {
  expect(removerOf(RULES)(text)).toBe(text);
});

test("the longest of several statements is removed, in any order", () => {
  const statements = ["Use tabs", "Use tabs in Go files", "Use"];
  for (const order of [statements, statements.toReversed()])
    expect(removerOf(order)("Use tabs in Go files. Look at a.ts.")).toBe("Look at a.ts.");
});

test("every sign can be in a statement", () => {
  const signs = String.fromCodePoint(...Array.from({ length: 95 }, (_, place) => place + 32));
  const statement = `Never send e-mails with ${signs} in them.`;
  expect(removerOf([statement])(`Go on. ${statement}`)).toBe("Go on. ");
});

test("a text of signs is no pattern", () => {
  const text = "Use (a|b)* and [c] only. Never $1 or \\d+.";
  expect(removerOf(["Never $1 or \\d+."])(text)).toBe("Use (a|b)* and [c] only. ");
});
