import { type Message, toolMessage, userMessage } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { anthropicViolations } from "../src/fuzz/anthropic-rules.ts";
import { judge, newAnthropicViolations } from "../src/fuzz/judge.ts";
import { play } from "../src/fuzz/play.ts";

const called = { callId: "c", name: "read", arguments: "{}" };
const call: Message = { role: "assistant", parts: [{ type: "tool-call", ...called }] };
const thinking: Message = {
  role: "assistant",
  parts: [
    { type: "reasoning", text: "hm", signature: "x" },
    { type: "text", text: "I read." },
  ],
};
const user = userMessage("go");
const result = toolMessage(called, "one");

test("Anthropic's rules see a tool loop without its thinking, and an id used twice", () => {
  expect(anthropicViolations([user, thinking, call, result])).toEqual([]);
  expect(anthropicViolations([user, call, result])).toEqual(["anthropic/missing-thinking"]);
  expect(anthropicViolations([user, thinking, call, result, thinking, call, result])).toEqual([
    "anthropic/duplicate-call",
  ]);
});

test("a view that lost the thinking of its tool loop is a violation, unless it was lost before", () => {
  const items = [user, thinking, call, result].map((message, place) => ({
    id: `${place}`,
    message,
  }));
  const fitted = {
    view: {
      messages: [user, call, result],
      ids: [null, "2", "3"],
      layers: [],
      cachePoints: [],
      warnings: [],
    },
    state: { ...emptyState(), compactedThrough: "1" },
    outcome: { type: "unchanged", why: "below-trigger" } as const,
  };
  const asked = { manner: "short", calls: 0, given: [] } as const;
  const broken = judge({ items, state: null }, fitted, { ...asked });
  expect(broken).toContain("parts an answer from its reasoning");
  expect(judge({ items, state: fitted.state }, fitted, { ...asked })).toEqual([]);
  const lost = newAnthropicViolations({ items, state: null }, fitted);
  expect(lost).toEqual(["anthropic/missing-thinking"]);
  expect(newAnthropicViolations({ items, state: fitted.state }, fitted)).toEqual([]);
});

test("a session and a list of the host give the same outcomes", async () => {
  const items = Array.from({ length: 40 }, (_, place) => ({
    id: `i${place}`,
    message: userMessage(`question ${place} `.repeat(20)),
  }));
  const steps = [10, 10, 20].map((more) => ({ more, call: "fit", manner: "short" }) as const);
  const run = { items, policy: { windowTokens: 1_000 }, system: "", steps };
  const [list, session] = await Promise.all([
    play({ ...run, host: "list" }),
    play({ ...run, host: "session" }),
  ]);
  expect(list.violations).toEqual([]);
  expect(list.outcomes).toContain("compacted");
  expect(session).toEqual(list);
});
