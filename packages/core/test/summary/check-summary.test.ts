import { describe, expect, test } from "vitest";
import type { SummaryFault } from "../../src/message/receipt.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { checkSummary } from "../../src/summary/check-summary.ts";
import {
  answer,
  call,
  user,
  itemsOf,
  result,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";

const estimator = createCharacterEstimator();

const said = "The log of the build says that the third step failed with exit code 1. ".repeat(30);
const items = itemsOf(user(20), call("a"), result("a", 40), answer(20));

function faultOf(text: string, maxTokens = 2_000): SummaryFault | null {
  const spoken = itemsOf({
    role: "user",
    provenance: "user",
    parts: [{ type: "text", text: said }],
  });
  return checkSummary(text, { maxTokens, estimator, items: [...items, ...spoken] }).fault;
}

test.each([
  ["<think></think>Fine.", "Fine."],
  ["<think>a</think>Fine<think>b</think>.", "Fine."],
  ["</think><think budget='1024'>a</think>Fine.", "</think>Fine."],
])("closed reasoning is removed from %j", (text, clean) => {
  expect(checkSummary(text, { maxTokens: 100, estimator, items }).text).toBe(clean);
});

describe("texts that are not summaries", () => {
  test.each([
    ["nothing", "", "empty"],
    ["blanks", " \n\t\u00a0", "empty"],
    ["headings alone", "## Goal\n\n## Progress\n### Done\n", "empty"],
    [
      "headings with nothing under them",
      "## Goal\n- (none)\n\n## Next Steps\n1. None\n---\n- [ ] ",
      "empty",
    ],
    ["reasoning that was not closed", "<think>\nThe user wants", "protocol"],
    ["the end of reasoning", "so I summarize.\n</think>\n## Goal\n- x", "protocol"],
    ["a tool call as text", 'Done.\n<tool_call>{"name":"x"}', "protocol"],
    ["a template's marks", "<|im_start|>assistant\nHello", "protocol"],
    ["a transcript", "[User]: a\n[Assistant]: b", "echo"],
    ["what was said, given back", said, "echo"],
    ["no conversation", "The conversation is empty.", "empty-conversation"],
    [
      "no messages",
      "There are no messages to summarize. Please provide the conversation.",
      "empty-conversation",
    ],
    ["a refusal", "I'm sorry, I can't help with that.", "filtered"],
    [
      "a long refusal",
      `I can't produce this summary as requested. ${"If you prefer a list, say so and I will try. ".repeat(40)}`,
      "filtered",
    ],
    [
      "a refusal under a heading",
      "## Summary\n\nI cannot summarize this conversation.",
      "filtered",
    ],
    [
      "a refusal after a sentence",
      "Thank you for the text. Unfortunately, I'm unable to summarize it.",
      "filtered",
    ],
    ["a refusal in German", "Es tut mir leid, das kann ich nicht zusammenfassen.", "filtered"],
    ["a refusal in Chinese", "抱歉，我无法完成这个请求。", "filtered"],
    ["a refusal in Japanese", "申し訳ありませんが、要約できません。", "filtered"],
    [
      "calls as JSON",
      '{"tool_calls":[{"name":"read_file","arguments":{"path":"a.md"}}]}',
      "protocol",
    ],
    ["a call as JSON that was cut off", '[{"name": "read_file", "input": {"path": "a', "protocol"],
    [
      "a call in a fence",
      '```json\n{"name":"read_file","arguments":{"path":"a.md"}}\n```',
      "protocol",
    ],
    [
      "a sentence and a call in a fence",
      'Let me look first.\n\n```tool_code\nread_file(path="a.md")\n```',
      "protocol",
    ],
    [
      "a sentence and a bare call",
      'Let me look first.\n\n{"tool": "read", "args": {"path": "a.md"}}',
      "protocol",
    ],
    [
      "a sentence and a long bare call",
      `Let me look first.\n\n${JSON.stringify({ tool: "read", args: { path: "a/".repeat(400) } })}`,
      "protocol",
    ],
    ["a call as an expression", 'functions.read_file({"path": "a.md"})', "protocol"],
    [
      "a call in the form of ReAct",
      "I need the file.\nAction: read_file\nAction Input: a.md",
      "protocol",
    ],
    ["a call in brackets", '[TOOL_CALLS][{"name":"read"}]', "protocol"],
  ])("%s", (_name, text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  test("too large", () => {
    expect(faultOf("word ".repeat(200), 100)).toBe("too-large");
    const text = "They talked about boats.";
    const tokens = estimator.estimateText(text);
    expect(faultOf(text, tokens)).toBeNull();
    expect(faultOf(text, tokens - 1)).toBe("too-large");
  });
});

describe("texts that are summaries", () => {
  test.each([
    ["a short one", "ok"],
    [
      "one of a conversation about empty conversations",
      "## Goal\n- Tell why the conversation is empty\n",
    ],
    ["one that names tags in a line", "## Done\n- [x] `<think>` blocks are stripped now"],
    [
      "one that quotes a sentence",
      `## Goal\n- Find out why ${said.slice(0, 70)}\n${"- more of our own words about it\n".repeat(30)}`,
    ],
    ["one in another language", "## Goal\n- Die Datei lesen, sonst nichts"],
    ["an entry without letters", "## Goal\n- 日本語"],
    ["one that reports a refusal", "## Blocked\n- The server says: I'm sorry, I can't do that."],
    [
      "one in prose that reports a failure",
      "The user asked for a deployment. I can't reach the server yet.",
    ],
    [
      "one that quotes a call",
      `The app sends calls such as this one:\n\n\`\`\`json\n{"name":"a","arguments":{}}\n\`\`\`\n\n${"It must be escaped before it is stored. ".repeat(12)}`,
    ],
    ["one that is JSON", '{"goal": "read the file", "done": ["nothing"]}'],
    ["one that begins with a call", "parse(text) returns a tree. It fails on tabs."],
  ])("%s", (_name, text) => {
    expect(faultOf(text)).toBeNull();
  });
});

function cleaned(text: string): string {
  return checkSummary(text, { maxTokens: 100, estimator, items: [] }).text;
}

test("closed reasoning, a fence around the whole, and a tag around it are taken off", () => {
  for (const wrapped of [
    "<think>Let me see.</think>\n\n## Goal\n- x",
    "```markdown\n## Goal\n- x\n```",
    "<summary>\n## Goal\n- x\n</summary>",
    "<thinking a='b'>1</thinking>```\n<summary>## Goal\n- x</summary>\n```",
  ])
    expect(cleaned(wrapped)).toBe("## Goal\n- x");
  expect(cleaned("## Goal\n```ts\nx\n```")).toBe("## Goal\n```ts\nx\n```");
});
