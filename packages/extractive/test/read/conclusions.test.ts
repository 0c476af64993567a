import { assistantMessage, toolMessage, userMessage } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { concludes } from "../../src/read/signs.ts";
import { summaryText } from "../support/summary-text.ts";

describe("a sentence that states a conclusion", () => {
  test.each([
    "The export drops rows because the key misses the currency.",
    "The root cause is a stale lock file.",
    "It turns out that the second call never returns.",
    "I was wrong: the index isn't used.",
    "The bug is in the retry loop.",
    "Der Export verliert Zeilen, weil der Schlüssel die Währung nicht enthält.",
    "La cause est un verrou périmé.",
    "Resulta que el índice no se usa.",
    "Il test passa, quindi la chiave è giusta.",
    "Оказалось, что индекс устарел.",
    "失败的原因是锁文件过期。",
    "ロックが古いため失敗しました。",
  ])("%s", (sentence) => expect(concludes(sentence)).toBe(true));
});

describe("a sentence that states none", () => {
  test.each([
    "Let me check because the test fails.",
    "I'll look at the failing test instead of the log.",
    "Is it slow because of the index?",
    "Run `because --not`.",
    "Here is the list of files.",
    "Ich werde prüfen, weil der Test fehlschlägt.",
  ])("%s", (sentence) => expect(concludes(sentence)).toBe(false));
});

test("a conclusion is kept, even if its words are common", async () => {
  const call = { callId: "c1", name: "read", arguments: '{"path":"src/season.ts"}' };
  const said = Array.from({ length: 420 }, (_, place) =>
    assistantMessage(`The season file \`src/a${place}.ts\` has \`readTariff${place}\`.`),
  );
  const messages = [
    userMessage("Why are rows lost?"),
    assistantMessage("", [call]),
    toolMessage(call, "export {};"),
    ...said.slice(0, 100),
    assistantMessage("The fix is the season file."),
    ...said.slice(100),
  ];
  const items = messages.map((message, place) => ({ id: String(place), message }));
  expect(await summaryText({ items, maxTokens: 5_000 })).toContain("The fix is the season file.");
});
