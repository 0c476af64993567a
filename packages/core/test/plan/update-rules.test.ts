import { describe, expect, test } from "vitest";
import type { Item } from "../../src/message/item.ts";
import {
  assistantMessage,
  type Message,
  syntheticMessage,
  textOf,
  toolMessage,
  userMessage,
} from "../../src/message/message.ts";
import type { Rule } from "../../src/message/state.ts";
import { findRules } from "@cutpoint/rules";
import { type ReadRules, type UpdatedRules, updateRules } from "../../src/plan/update-rules.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { REVOKED, RULES } from "../../../../tooling/laws/src/generate/user-rules.ts";

const estimator = createCharacterEstimator();
const readRules: ReadRules = (message) => findRules(textOf(message));

function itemsOf(...messages: readonly (string | Message)[]): readonly Item[] {
  return messages.map((message, index) => ({
    id: `item-${index}`,
    message: typeof message === "string" ? userMessage(message) : message,
  }));
}

function rulesAfter(
  messages: readonly (string | Message)[],
  rules: readonly Rule[] = [],
  maxTokens = 100_000,
): readonly Rule[] {
  const compacted = itemsOf(...messages);
  return updateRules(rules, { compacted, kept: [] }, { readRules, maxTokens, estimator }).rules;
}

const textsAfter = (...messages: readonly (string | Message)[]): readonly string[] =>
  rulesAfter(messages).map(({ text }) => text);

test("of many rules, the newest that fit stay, and the others are not revoked", () => {
  const name = (place: number): string => (place + 1_000).toString(36).repeat(3);
  const rule = (place: number): string => `Always run ${name(place)} first.`;
  const texts = Array.from({ length: 200 }, (_, place) => rule(place));
  const limits = { readRules, maxTokens: 40, estimator };
  const old = [{ text: "Only use pnpm in this repository.", sourceId: "old" }];
  const updated = updateRules(old, { compacted: itemsOf(...texts), kept: [] }, limits);
  expect(updated.rules.map(({ text }) => text)).toEqual(texts.slice(-5));
  expect(updated.revoked).toEqual([]);
  const kept = itemsOf(...texts, "Forget the rule about pnpm.");
  expect(updateRules(old, { compacted: [], kept }, limits)).toEqual({
    rules: [],
    revoked: ["Only use pnpm in this repository."],
  });
});

test("many different rules stay side by side, in order", () => {
  const all = Object.values(RULES).flatMap((texts) => texts.slice(0, 10));
  expect(textsAfter(...all)).toEqual(all);
});

test("a rule has the id of its item", () => {
  expect(rulesAfter(["Hello.", "Never use npm."])).toEqual([
    { text: "Never use npm.", sourceId: "item-1" },
  ]);
});

test("only words of the user become rules", () => {
  const text = "Never use npm.";
  const call = { callId: "1", name: "user", arguments: "{}" };
  const messages = [
    assistantMessage(text, [call]),
    toolMessage(call, text),
    syntheticMessage(text),
    { ...syntheticMessage(text), provenance: "summary" as const },
  ];
  expect(textsAfter(...messages)).toEqual([]);
});

test("translations of a rule stay side by side", () => {
  const all = [
    "Never use emojis.",
    "No uses emojis.",
    "N'utilise pas d'emojis.",
    "Verwende keine Emojis.",
    "从现在开始，邮件署名用小林。",
    "今後はメールに小林と署名してください。",
    "每次回答不要超过五行。",
    "回答は五行以内にしてください。",
  ];
  expect(textsAfter(...all)).toEqual(all);
  expect(textsAfter(...all, "You may use emojis again.")).toEqual(all.slice(1));
});

describe("revoked rules leave", () => {
  const others = [
    "Round every figure to two decimals.",
    "Beende deine Nachrichten nicht mit einer Frage.",
  ];
  test.each(REVOKED)("%s / %s", (rule, revocation) => {
    expect(textsAfter(...others, "Hello.", rule, revocation)).toEqual(others);
  });

  test("a revocation that names nothing ends the rule of the message before", () => {
    expect(textsAfter("Never use npm.", "Never use var.", "Forget that.")).toEqual([
      "Never use npm.",
    ]);
  });

  test("a revocation that names nothing ends no older rule", () => {
    expect(textsAfter("Never use npm.", "Show line 4.", "What is it?", "Forget that.")).toEqual([
      "Never use npm.",
    ]);
  });

  test.each([
    "You can start now.",
    "Don't forget to use npm.",
    "You can use tabs this time.",
    "You may use at most two tabs.",
  ])("%s revokes nothing", (text) => {
    expect(textsAfter("Never use tabs.", "Never use npm.", text)).toEqual(
      expect.arrayContaining(["Never use tabs.", "Never use npm."]),
    );
  });
});

describe("kept messages", () => {
  const updatedBy = (...kept: readonly string[]): UpdatedRules =>
    updateRules(
      [],
      {
        compacted: itemsOf("Never use npm.", "Keep answers under 90 words."),
        kept: itemsOf(...kept),
      },
      { readRules, maxTokens: 1_000, estimator },
    );
  const rulesWith = (...kept: readonly string[]): readonly string[] =>
    updatedBy(...kept).rules.map(({ text }) => text);

  test("add no rules, since they are visible", () => {
    expect(rulesWith("Always answer in French.")).toEqual([
      "Never use npm.",
      "Keep answers under 90 words.",
    ]);
  });

  test("revoke and replace rules", () => {
    expect(rulesWith("You may use npm again.")).toEqual(["Keep answers under 90 words."]);
    expect(rulesWith("Keep answers under 50 words.")).toEqual(["Never use npm."]);
  });

  test("name the rules that no longer apply", () => {
    expect(updatedBy("Hello.").revoked).toEqual([]);
    expect(updatedBy("You may use npm again.").revoked).toEqual(["Never use npm."]);
    expect(updatedBy("Keep answers under 50 words.").revoked).toEqual([
      "Keep answers under 90 words.",
    ]);
  });
});

describe("the newest wording is kept", () => {
  test.each([
    ["Keep every answer under 120 words.", "Keep every answer under 60 words."],
    ["Use tabs only.", "Never use tabs."],
    ["Always answer in German.", "From now on, answer in English."],
    ["Antworte immer auf Deutsch.", "Ab jetzt antworte auf Englisch."],
    ["请始终用中文回答。", "从现在起用英文回答。"],
  ])("%s → %s", (older, newer) => {
    expect(textsAfter("Never use npm.", older, newer)).toEqual(["Never use npm.", newer]);
  });

  test("the same words in another case change nothing", () => {
    expect(textsAfter("Never use npm.", "Never use var.", "never use npm!")).toEqual([
      "Never use npm.",
      "Never use var.",
    ]);
  });
});

describe("the size", () => {
  const messages = ["Never use npm.", "Never use var.", "Always answer in French."];

  test("the oldest rules leave first", () => {
    expect(rulesAfter(messages, [], 14).map(({ text }) => text)).toEqual(messages.slice(1));
  });

  test("rules of the app stay", () => {
    const own = { text: "Be kind to the user at all times.", sourceId: null };
    expect(rulesAfter(messages, [own], 20).map(({ text }) => text)).toEqual([
      own.text,
      "Always answer in French.",
    ]);
  });

  test("without new rules the same rules are returned", () => {
    const rules = rulesAfter(messages);
    expect(rulesAfter(["Hello."], rules)).toBe(rules);
  });
});
