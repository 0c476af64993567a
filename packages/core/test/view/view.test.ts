import { describe, expect, test } from "vitest";
import type { History } from "../../src/message/history.ts";
import {
  assistantMessage,
  type Message,
  systemMessage,
  textOf,
  toolCalls,
  toolMessage,
  userMessage,
} from "../../src/message/message.ts";
import { type CompactionState, emptyState, type PrefixBlock } from "../../src/message/state.ts";
import { MISSING_RESULT_TEXT, OPENING } from "../../src/view/sendable.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { trackHistory } from "../../src/tokens/tracked-history.ts";
import { visibleItems } from "../../src/view/boundary.ts";
import { viewOf } from "../../src/view/view.ts";
import {
  answer,
  call,
  user,
  itemsOf,
  result,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { workingTime } from "../working-time.ts";

function idsOf(...messages: readonly Message[]): readonly (string | null)[] {
  return viewOf({ items: itemsOf(...messages), state: null }).ids;
}

function stateAt(
  compactedThrough: string,
  changes: Partial<CompactionState> = {},
): CompactionState {
  const summary: PrefixBlock = {
    kind: "summary",
    sourceId: null,
    part: { type: "text", text: "the summary" },
  };
  return { ...emptyState(), compactedThrough, prefix: [summary], ...changes };
}

test("the state gives a visible item its pin", () => {
  const items = itemsOf(user(1), answer(1));
  const state = { ...emptyState(), pinned: { "1": "pin" } };
  expect(visibleItems({ items, state }).items.map(({ pinId }) => pinId)).toEqual([
    "pin",
    undefined,
  ]);
});

describe("the view", () => {
  test("without a mark it is the history", () => {
    const items = itemsOf(systemMessage("s"), user(1), call("a"), result("a", 1), answer(1));
    const view = viewOf({ items, state: null });
    expect(view.messages).toEqual(items.map((item) => item.message));
    expect(view.warnings).toEqual([]);
  });

  test("with a state, the view is the prefix, then every item after the boundary", () => {
    const items = itemsOf(user(1), answer(1), user(1), answer(1));
    const view = viewOf({ items, state: stateAt("2") });
    expect(view.ids).toEqual([null, "3", "4"]);
    expect(view.messages[0]).toEqual({
      role: "user",
      provenance: "summary",
      parts: [{ type: "text", text: expect.stringContaining("<summary>\nthe summary") as string }],
    });
  });

  test("begins with the prefix, also if a kept answer follows", () => {
    const view = viewOf({ items: itemsOf(user(1), answer(1)), state: stateAt("1") });
    expect(view.ids).toEqual([null, "2"]);
  });

  test("warns about a missing result, whatever the order of the others", () => {
    const calls = ["a", "b", "c"].map((callId) => ({ callId, name: "read", arguments: "{}" }));
    const asked = assistantMessage("", calls);
    const { warnings } = viewOf({ items: itemsOf(user(1), asked, result("a", 1)), state: null });
    expect(warnings).toEqual([
      { type: "missing-result", id: "2" },
      { type: "missing-result", id: "2" },
    ]);
  });

  test("system blocks of the prefix are joined and come first", () => {
    const system = (text: string): PrefixBlock => ({
      kind: "system",
      sourceId: "1",
      part: { type: "text", text },
    });
    const state = stateAt("1", { prefix: [system("one"), system("two")] });
    expect(viewOf({ items: itemsOf(user(1), user(1)), state }).messages[0]).toEqual(
      systemMessage("one\n\ntwo"),
    );
  });

  test.each([
    ["first", ["3", "1", "2", "4"]],
    ["last", ["4", "1", "2", "3"]],
  ])(
    "all items are shown if the %s kept item was moved before the compacted ones",
    (_which, order) => {
      const items = itemsOf(user(1), answer(1), user(1), answer(1));
      const moved = order.flatMap((id) => items.find((item) => item.id === id) ?? []);
      const state = stateAt("2", { firstKeptId: "3", lastSeenId: "4" });
      expect(viewOf({ items, state }).warnings).toEqual([]);
      const view = viewOf({ items: moved, state });
      expect(view.ids.filter((id) => id !== null)).toEqual(order);
      expect(view.warnings).toEqual([{ type: "lost-boundary", id: "2" }]);
    },
  );

  test("a deleted boundary is repaired by the first kept item", () => {
    const items = itemsOf(user(1), answer(1), user(1), answer(1)).filter(({ id }) => id !== "2");
    const view = viewOf({ items, state: stateAt("2", { firstKeptId: "3" }) });
    expect(view.ids).toEqual([null, "3", "4"]);
    expect(view.warnings).toEqual([{ type: "repaired-boundary", id: "2" }]);
  });

  test("with both gone the full history is shown, and said so", () => {
    const items = itemsOf(user(1), answer(1));
    const view = viewOf({ items, state: stateAt("gone", { firstKeptId: "gone too" }) });
    expect(view.ids).toEqual(["1", "2"]);
    expect(view.warnings).toEqual([{ type: "lost-boundary", id: "gone" }]);
  });

  test("replaced parts stand in for an item's own, files included, and its adapter metadata is left out", () => {
    const message: Message = {
      ...toolMessage({ callId: "a", name: "look" }, ""),
      parts: [{ type: "file", mediaType: "image/png", url: "data:image/png;base64,AAAA" }],
      adapterMetadata: { raw: "kept by the adapter" },
    };
    const items = itemsOf(user(1), call("a"), message);
    const state: CompactionState = {
      ...emptyState(),
      replacements: { "3": [{ type: "text", text: "[hidden]" }] },
    };
    expect(viewOf({ items, state }).messages[2]).toEqual(
      toolMessage({ callId: "a", name: "look" }, "[hidden]"),
    );
  });

  test("a result whose call is not there is never sent", () => {
    const view = viewOf({ items: itemsOf(user(1), result("a", 1), answer(1)), state: null });
    expect(view.ids).toEqual(["1", "3"]);
    expect(view.warnings).toEqual([{ type: "orphan-result", id: "2" }]);
  });

  test("a call without a result gets a marked stand-in", () => {
    const view = viewOf({ items: itemsOf(user(1), call("a"), user(1)), state: null });
    expect(view.ids).toEqual(["1", "2", null, "3"]);
    expect(view.messages[2]).toMatchObject({ role: "tool", callId: "a", failed: true });
    expect(textOf(view.messages[2] ?? user(1))).toBe(MISSING_RESULT_TEXT);
  });

  test("the second result of one call is not sent", () => {
    expect(idsOf(user(1), call("a"), result("a", 1), result("a", 1))).toEqual(["1", "2", "3"]);
  });

  test("a call id that is used again pairs with the newest call before the result", () => {
    expect(idsOf(user(1), call("a"), result("a", 1), call("a"), result("a", 2))).toEqual([
      "1",
      "2",
      "3",
      "4",
      "5",
    ]);
    expect(idsOf(user(1), call("a"), call("a"), result("a", 1))).toEqual([
      "1",
      "2",
      null,
      "3",
      "4",
    ]);
  });

  test("a result that was recorded late is sent right after its call", () => {
    expect(idsOf(user(1), call("a"), user(1), result("a", 1))).toEqual(["1", "2", "4", "3"]);
  });

  test("a failed answer stays out of the view", () => {
    const failed: Message = { ...assistantMessage("prompt is too long"), finishReason: "error" };
    expect(idsOf(user(1), failed, answer(1))).toEqual(["1", "3"]);
  });

  test("kept answers are the same objects, reasoning and its seal untouched", () => {
    const sealed: Message = {
      role: "assistant",
      parts: [
        { type: "reasoning", text: "hm", signature: "signature" },
        { type: "text", text: "so" },
      ],
    };
    const items = itemsOf(user(1), sealed);
    expect(viewOf({ items, state: null }).messages[1]).toBe(sealed);
  });

  test("calls with the id of an earlier call are numbered, with their results", () => {
    const long = "x".repeat(64);
    const messages = [call("a"), result("a", 1), call("a"), result("a", 2), call("a_2"), call("a")];
    const { messages: shown } = viewOf({
      items: itemsOf(user(1), ...messages, call(long), call(long)),
      state: null,
    });
    const ids = shown.map((message) =>
      message.role === "tool" ? message.callId : toolCalls(message)[0]?.callId,
    );
    const numbered = `${long.slice(0, 56)}_2`;
    const called = ["a", "a_2", "a_2_2", "a_3", long, numbered];
    expect(ids).toEqual([undefined, ...called.flatMap((id) => [id, id])]);
    expect(shown[4]).toMatchObject(result("a_2", 2));
    expect(shown[1]).toBe(messages[0]);
  });

  test("ids with one beginning take about as long to number as others", () => {
    const timeOf = (idOf: (digits: string) => string): number => {
      const calls = Array.from({ length: 8_000 }, (_, index) =>
        call(idOf(String(index % 4_000).padStart(8, "0"))),
      );
      const items = itemsOf(user(1), ...calls);
      return workingTime(() => {
        const { messages } = viewOf({ items, state: null });
        const ids = messages.flatMap(toolCalls).map(({ callId }) => callId);
        expect(new Set(ids).size).toBe(calls.length);
      });
    };
    const alike: number[] = [];
    const others: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      others.push(timeOf((digits) => `${digits}${"p".repeat(56)}`));
      alike.push(timeOf((digits) => `${"p".repeat(56)}${digits}`));
    }
    // In quadratic time it is 30 times as long or longer.
    expect(Math.min(...alike) / Math.min(...others)).toBeLessThan(8);
  });

  test("the calls of one message have different ids", () => {
    const twice = { ...call("a"), parts: [...call("a").parts, ...call("a").parts] } as Message;
    const { messages: shown } = viewOf({ items: itemsOf(user(1), twice), state: null });
    expect(toolCalls(shown[1] as Message).map(({ callId }) => callId)).toEqual(["a", "a_2"]);
    expect(shown.slice(2)).toMatchObject([{ callId: "a" }, { callId: "a_2" }]);
  });

  test("reasoning without its answer is left out", () => {
    const reasoning: Message = { role: "assistant", parts: [{ type: "reasoning", text: "hm" }] };
    expect(idsOf(user(1), reasoning, user(1))).toEqual(["1", "3"]);
    expect(idsOf(user(1), reasoning, answer(1))).toEqual(["1", "2", "3"]);
  });

  describe("signed reasoning at the end of an answer", () => {
    const reasoning = { type: "reasoning", text: "hm", signature: "signature" } as const;
    const half: Message = { role: "assistant", parts: [{ type: "text", text: "So" }, reasoning] };
    const read: Message = { role: "assistant", parts: [...call("a").parts, reasoning] };
    const viewAfter = (...messages: readonly Message[]): ReturnType<typeof viewOf> =>
      viewOf({ items: itemsOf(user(1), ...messages), state: null });

    test.each<[string, readonly Message[]]>([
      ["at the end", [half]],
      ["before a question", [half, user(1)]],
      ["before a system message", [half, systemMessage("now"), answer(1)]],
      ["after a call", [read, result("a", 1), answer(1)]],
    ])("is left out %s", (_where, messages) => {
      const { messages: sent, warnings } = viewAfter(...messages);
      expect(sent[1]?.parts).toEqual(messages[0]?.parts.slice(0, 1));
      expect(warnings).toEqual([{ type: "detached-reasoning", id: "2" }]);
    });

    test("is sent before the rest of the answer, also if that is appended later", () => {
      const whole = viewAfter(half, answer(1), user(1));
      expect(whole.messages[1]).toBe(half);
      expect(whole.warnings).toEqual([]);
      const tracked = trackHistory({ items: itemsOf(user(1), half), state: null });
      const meter = tracked.meter(createCharacterEstimator());
      expect(tracked.view().messages[1]).not.toBe(half);
      const before = meter.viewTokens();
      for (const item of itemsOf(user(1), half, answer(1)).slice(2)) tracked.append(item);
      expect(tracked.view().messages[1]).toBe(half);
      expect(meter.viewTokens()).toBeGreaterThan(before);
      const again = trackHistory({ items: itemsOf(user(1), half, answer(1)), state: null });
      expect(meter.viewTokens()).toBe(again.meter(createCharacterEstimator()).viewTokens());
    });
  });

  test("a system message between reasoning and its answer is sent before them", () => {
    const reasoning: Message = { role: "assistant", parts: [{ type: "reasoning", text: "hm" }] };
    expect(idsOf(user(1), reasoning, systemMessage("now"), answer(1))).toEqual([
      "1",
      "3",
      "2",
      "4",
    ]);
  });

  test("no lone surrogate leaves the view, and whole texts are not copied", () => {
    const items = itemsOf(userMessage("broken \ud83d"), userMessage("whole 😀"));
    const { messages } = viewOf({ items, state: null });
    expect(textOf(messages[0] ?? user(1))).toBe("broken \ufffd");
    expect(messages[1]).toBe(items[1]?.message);
  });

  test("no lone surrogate leaves the view in arguments or in the name of a file", () => {
    const file = { type: "file", mediaType: "image/png", url: "https://a.b/c", name: "\udc00" };
    const message = {
      role: "assistant",
      parts: [file, { type: "tool-call", callId: "a", name: "read", arguments: "\ud800" }],
    } as unknown as Message;
    const { messages } = viewOf({ items: itemsOf(message), state: null });
    expect(messages[1]?.parts).toMatchObject([{ name: "\ufffd" }, { arguments: "\ufffd" }]);
  });

  test("an assistant never opens the conversation", () => {
    const { messages, ids } = viewOf({
      items: itemsOf(systemMessage("s"), answer(1)),
      state: null,
    });
    expect(ids).toEqual(["1", null, "2"]);
    expect(messages[1]).toEqual(OPENING);
  });

  test("the same history gives the same bytes", () => {
    const history: History = { items: itemsOf(user(1), call("a"), user(1)), state: stateAt("x") };
    expect(JSON.stringify(viewOf(history))).toBe(JSON.stringify(viewOf(structuredClone(history))));
  });

  test("messages of the request come last and have no id", () => {
    const view = viewOf({ items: itemsOf(user(1)), state: null }, { tail: [userMessage("now")] });
    expect(view.ids).toEqual(["1", null]);
  });
});
