import { type Message, textOf } from "@cutpoint/core";
import { SUMMARY_PREAMBLE } from "@cutpoint/core/kit";
import { parseMessage } from "@cutpoint/core/schema";
import type { AgentInputItem } from "@openai/agents-core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromAgentItems, toAgentItems } from "../../src/items/convert.ts";
import { anyItem } from "../support/arbitrary-item.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

/** Through everything that a store does to messages. */
function stored(items: readonly AgentInputItem[]): AgentInputItem[] {
  const entries = JSON.parse(JSON.stringify(fromAgentItems(items))) as readonly unknown[];
  return entries.flatMap((entry) => toAgentItems(parseMessage(entry)));
}

/** Removes fields that are `undefined`. */
function withoutUndefined(item: unknown): unknown {
  if (Array.isArray(item)) return item.map(withoutUndefined);
  if (typeof item !== "object" || item === null || item instanceof Uint8Array) return item;
  const entries = Object.entries(item).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutUndefined(value)]));
}

describe("stored items", () => {
  test("are restored with ids and providerData", () => {
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 4 }), (items) => {
        expect(stored(items)).toEqual(items.map(withoutUndefined));
      }),
      cases(1_000),
    );
  });

  test("share no objects with the originals", () => {
    const item: AgentInputItem = {
      type: "message",
      role: "user",
      content: "a",
      providerData: { list: [1] },
    };
    const messages = fromAgentItems([item]);
    for (const { providerData } of messages.flatMap(toAgentItems))
      (providerData as { list: number[] }).list.push(2);
    expect(messages.flatMap(toAgentItems)).toEqual([item]);
    expect(item.providerData).toEqual({ list: [1] });
  });

  test("contain a long text once, in any form of the host", () => {
    const text = "x".repeat(10_000);
    const forms: readonly AgentInputItem[] = [
      { type: "message", role: "user", content: [{ type: "input_text", text }] },
      { role: "user", content: text },
      {
        type: "function_call_result",
        callId: "c",
        name: "read",
        status: "completed",
        output: text,
      },
      {
        type: "function_call_result",
        callId: "c",
        name: "read",
        status: "completed",
        output: { type: "text", text },
      },
      {
        type: "shell_call_output",
        callId: "c",
        output: [{ stdout: text, stderr: "", outcome: { type: "exit", exitCode: 0 } }],
      },
    ];
    for (const message of fromAgentItems(forms))
      expect(JSON.stringify(message).length).toBeLessThan(10_500);
  });
});

test("texts, calls and results are converted to parts", () => {
  const items: readonly AgentInputItem[] = [
    { type: "function_call", callId: "a", name: "read", arguments: '{"path":"a.ts"}' },
    { type: "shell_call", callId: "b", action: { commands: ["cat b.ts"] } },
    {
      type: "shell_call_output",
      callId: "b",
      output: [{ stdout: "out", stderr: "err", outcome: { type: "exit", exitCode: 2 } }],
    },
    { type: "function_call_result", callId: "a", name: "read", status: "completed", output: "all" },
  ];
  const [call, shell, ran, read] = fromAgentItems(items);
  expect(call?.parts).toEqual([
    { type: "tool-call", callId: "a", name: "read", arguments: '{"path":"a.ts"}' },
  ]);
  expect(shell?.parts[0]).toMatchObject({
    name: "shell_call",
    arguments: '{"commands":["cat b.ts"]}',
  });
  expect(ran).toMatchObject({ role: "tool", callId: "b", failed: true });
  expect(ran === undefined ? "" : textOf(ran)).toBe("out\nerr");
  expect(read).toMatchObject({ role: "tool", parts: [{ type: "text", text: "all" }] });
});

describe("groups", () => {
  const call = (callId: string): AgentInputItem => ({
    type: "function_call",
    callId,
    name: "read",
    arguments: "{}",
  });
  const result = (callId: string): AgentInputItem => ({
    type: "function_call_result",
    callId,
    name: "read",
    status: "completed",
    output: "read",
  });
  const reasoning: AgentInputItem = { type: "reasoning", content: [] };
  const groups = (items: readonly AgentInputItem[]): readonly (string | undefined)[] =>
    fromAgentItems(items).map(({ group }) => group);

  test("an answer of several items has one group with its results", () => {
    const [question, first, second, third, fourth, next, last] = groups([
      { role: "user", content: "Read." },
      reasoning,
      call("a"),
      call("b"),
      result("b"),
      reasoning,
      call("c"),
    ]);
    expect(question).toBeUndefined();
    expect(first).toBeDefined();
    expect([second, third, fourth]).toEqual([first, first, first]);
    expect(next).not.toBe(first);
    expect(last).toBe(next);
  });

  test("a single call has no group", () => {
    expect(groups([call("a"), result("a"), call("b"), result("b")])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("all items of a program have one group", () => {
    const program: AgentInputItem = { type: "program", callId: "p", code: "", fingerprint: "f" };
    const done: AgentInputItem = {
      type: "program_output",
      callId: "p",
      output: "",
      status: "completed",
    };
    const inside = groups([program, call("a"), result("a"), call("b"), result("b"), done]);
    expect(new Set(inside).size).toBe(1);
    expect(inside[0]).toBeDefined();
  });
});

test("messages of another host are converted with their content", () => {
  const answer: Message = {
    role: "assistant",
    parts: [
      { type: "reasoning", text: "Well.", signature: "c2VhbGVk" },
      { type: "text", text: "I read both." },
      { type: "tool-call", callId: "a", name: "read", arguments: "{}" },
      { type: "tool-call", callId: "b", name: "read", arguments: "{}" },
    ],
  };
  expect(toAgentItems(answer).map(({ type }) => type)).toEqual([
    "reasoning",
    "message",
    "function_call",
    "function_call",
  ]);
});

test("a summary is a plain message without an id, and is read as a summary", () => {
  const summary: Message = {
    role: "user",
    provenance: "summary",
    parts: [
      { type: "text", text: `${SUMMARY_PREAMBLE}.` },
      { type: "text", text: "They spoke." },
    ],
  };
  const items = toAgentItems(summary);
  expect(items).toEqual([
    {
      type: "message",
      role: "user",
      content: summary.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n\n"),
    },
  ]);
  expect(fromAgentItems(items)[0]).toMatchObject({ role: "user", provenance: "summary" });
});
