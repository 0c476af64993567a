import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSession } from "../src/index.ts";

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const distinct = (text: string, pattern: RegExp): number => new Set(text.match(pattern) ?? []).size;

/** Counts by patterns in the raw text, without parsing it. */
const COUNTS: Readonly<Record<string, (text: string) => number>> = {
  "ai-sdk.json": (text) =>
    count(text, /"role": "user"/g) + count(text, /"step-start"/g) + count(text, /"output-/g),
  "ai-sdk-model.json": (text) => count(text, /"role"/g),
  "anthropic-messages.json": (text) =>
    count(text, /"system":|"role": "assistant"|"tool_result"/g) +
    count(text, /"content": "(?:Compare|And)|"text": "And|"type": "image"/g),
  "cline.json": (text) => count(text, /"role"/g),
  "claude-code.jsonl": (text) =>
    distinct(text, /"id":"msg_\d+"/g) + count(text, /^\{"type":"(?:user|attachment)"/gm),
  "codex.jsonl": (text) => {
    const letters = text.split("\n").map((line) => {
      if (/"compacted"/.test(line)) return /"message":""/.test(line) ? "" : "s";
      if (!/"response_item"/.test(line)) return /"token_count"/.test(line) ? "|" : "";
      return /"role":"(?:user|developer)"|_output"/.test(line) ? "i" : "a";
    });
    return count(letters.join(""), /a+|i|s/g);
  },
  "copilot-cli.jsonl": (text) =>
    count(text, /^\{"type":"(?:(?:system|user|assistant)\.message|tool\.execution_complete)"/gm) +
    count(text, /"summaryContent"/g),
  "cutpoint.jsonl": (text) => count(text, /"type":"message"|"summary":\{/g),
  "gemini-cli.jsonl": (text) =>
    distinct(text, /^\{"id":"m\d+"/gm) + count(text, /"success"|"messages":\[/g),
  "gemini-cli-resumed.jsonl": (text) =>
    distinct(text, /"id":"[mx]\d"/g) +
    count(text, /"success"/g) -
    distinct(text, /^\{"id":"m\d".*"content":\[\{"functionR/gm),
  "langchain.json": (text) => count(text, /"kwargs"|"data"/g),
  "openai-agents.json": (text) => count(text, /"role"|"function_call"|"function_call_result"/g),
  "openai-chat.json": (text) => count(text, /"role"/g),
  "openai-chat-camel-case.json": (text) => count(text, /"role"/g),
  "opencode.json": (text) =>
    count(text, /"step-finish"|"status": "(?:completed|error)"/g) +
    count(text, /"text": "(?!Read|It fails|unsent)/g),
  "pi.jsonl": (text) => count(text, /^\{"type":"(?:message|custom_message|compaction)"/gm),
  "training.jsonl": (text) => count(text, /"role"/g),
};

test.each(Object.entries(COUNTS))(
  "%s has as many items as its text shows",
  async (name, expected) => {
    const text = await readFile(join(import.meta.dirname, "fixtures", name), "utf8");
    const { threads } = await readSession(text);
    expect(threads.flatMap(({ items }) => items)).toHaveLength(expected(text));
  },
);
