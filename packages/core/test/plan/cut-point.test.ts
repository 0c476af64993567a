import { describe, expect, test } from "vitest";
import type { Item } from "../../src/message/item.ts";
import { assistantMessage, type Message, syntheticMessage } from "../../src/message/message.ts";
import {
  type CutPoint,
  findCutPoint,
  lastLegal,
  legalCuts,
  type MeasuredItem,
} from "../../src/plan/cut-point.ts";
import {
  answer,
  call,
  user,
  itemsOf,
  result,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";

function measured(items: readonly Item[], tokens = 10): readonly MeasuredItem[] {
  return items.map((item) => ({ item, tokens }));
}

function cut(keepTokens: number, ...messages: readonly Message[]): CutPoint {
  return findCutPoint(measured(itemsOf(...messages)), keepTokens);
}

describe("the cut point", () => {
  test("walks back from the newest item until the budget is reached", () => {
    const point = cut(30, user(1), answer(1), user(1), answer(1), user(1), answer(1));
    expect(point).toMatchObject({ index: 3, firstKeptId: "4", keptTokens: 30 });
  });

  test("keeps everything if the budget is not reached", () => {
    expect(cut(100, user(1), answer(1))).toMatchObject({
      index: 0,
      splitTurn: null,
      keptTokens: 20,
    });
  });

  test("is never at a tool result nor between a call and its result", () => {
    const history = [user(1), call("a"), result("a", 1), call("b"), result("b", 1), answer(1)];
    for (let budget = 1; budget <= 60; budget += 1) {
      const point = cut(budget, ...history);
      expect(history[point.index]?.role).not.toBe("tool");
      expect([2, 4]).not.toContain(point.index);
    }
  });

  test("parallel calls of one step stay together with all their results", () => {
    const step = { ...call("a"), parts: [...call("a").parts, ...call("b").parts] } as Message;
    for (let budget = 1; budget <= 50; budget += 1)
      expect([2, 3]).not.toContain(
        cut(budget, user(1), step, result("a", 1), result("b", 1), answer(1)).index,
      );
  });

  test("the last legal one before a position is found near it, whatever is before", () => {
    const turns = Array.from({ length: 500 }, () => [user(1), answer(1)]).flat();
    const step = [call("a"), result("a", 1)];
    let reads = 0;
    const counted = measured(itemsOf(...turns, ...step)).map(({ item, tokens }) => ({
      tokens,
      get item() {
        reads += 1;
        return item;
      },
    }));
    expect(lastLegal(counted, counted.length, "message")).toBe(turns.length);
    expect(reads).toBeLessThan(200);
  });

  test("a call that may still be answered stays", () => {
    expect(cut(1, user(1), answer(1), user(1), call("a")).index).toBe(3);
    expect(cut(1, user(1), answer(1), call("a"), syntheticMessage("Go on.")).index).toBe(2);
  });

  test("a call before a user message is not answered any more", () => {
    expect(cut(1, user(1), answer(1), call("a"), user(1)).index).toBe(3);
  });

  test("an assistant message is a legal cut, and says which turn it splits", () => {
    const point = cut(20, user(1), call("a"), result("a", 1), answer(1));
    expect(point).toMatchObject({ index: 3, splitTurn: { index: 0, id: "1" } });
  });

  test("a turn boundary is preferred if it gives up at most a fifth of the budget", () => {
    const history = [
      user(1),
      answer(1),
      answer(1),
      user(1),
      ...Array.from({ length: 9 }, () => answer(1)),
    ];
    expect(cut(110, ...history)).toMatchObject({ index: 3, splitTurn: null });
    expect(cut(20, user(1), answer(1), answer(1), user(1), answer(1))).toMatchObject({
      index: 3,
    });
    expect(cut(30, user(1), answer(1), answer(1), user(1), answer(1))).toMatchObject({
      index: 2,
      splitTurn: { index: 0 },
    });
  });

  test("a newest turn beyond the budget is split at an assistant message", () => {
    const point = cut(15, user(1), answer(1), user(1), call("a"), result("a", 1), answer(1));
    expect(point).toMatchObject({ index: 5, splitTurn: { index: 2, id: "3" } });
  });

  test("keeps the newest unit at any size if no legal position follows", () => {
    const items = itemsOf(user(1), answer(1), call("a"), result("a", 1));
    const point = findCutPoint(
      items.map((item, index) => ({ item, tokens: index === 3 ? 1000 : 10 })),
      100,
    );
    expect(point).toMatchObject({ index: 2, keptTokens: 1010 });
  });

  test("user-only cuts at user messages only, and keeps the newest turn whatever its size", () => {
    const items = measured(itemsOf(user(1), answer(1), user(1), answer(1), answer(1), answer(1)));
    expect(findCutPoint(items, 40, "user-only").index).toBe(2);
    expect(findCutPoint(items, 15, "user-only").index).toBe(2);
    expect(findCutPoint(items, 50, "user-only").index).toBe(2);
  });

  test("user cuts before an assistant message if the newest turn alone exceeds the budget", () => {
    const items = measured(itemsOf(user(1), answer(1), user(1), answer(1), answer(1), answer(1)));
    expect(findCutPoint(items, 40, "user").index).toBe(2);
    expect(findCutPoint(items, 15, "user")).toMatchObject({ index: 4, splitTurn: { index: 2 } });
  });

  test("a synthetic message with a new turn id begins a turn; a steering message does not", () => {
    const items: readonly Item[] = [
      { id: "1", message: user(1), turnId: "one" },
      { id: "2", message: answer(1), turnId: "one" },
      { id: "3", message: user(1), turnId: "one" },
      { id: "4", message: answer(1), turnId: "one" },
      { id: "5", message: syntheticMessage("$ ls"), turnId: "two" },
      { id: "6", message: answer(1), turnId: "two" },
    ];
    expect(findCutPoint(measured(items), 40)).toMatchObject({ index: 2, splitTurn: { id: "1" } });
    expect(findCutPoint(measured(items), 20)).toMatchObject({ index: 4, splitTurn: null });
  });

  test("reasoning is not separated from the message that it led to", () => {
    const reasoning: Message = {
      role: "assistant",
      parts: [{ type: "reasoning", text: "hm", signature: "x" }],
    };
    const history = [user(1), answer(1), reasoning, call("a"), result("a", 1), answer(1)];
    for (let budget = 1; budget <= 60; budget += 1)
      expect([3, 4]).not.toContain(cut(budget, ...history).index);
  });

  test("the newest answer with calls is cut only before reasoning", () => {
    const thinking = (message: Message): Message =>
      ({
        ...message,
        parts: [{ type: "reasoning", text: "hm", signature: "x" }, ...message.parts],
      }) as Message;
    const failed: Message = { ...assistantMessage("no"), finishReason: "error" };
    const legal = (...messages: readonly Message[]): readonly number[] =>
      legalCuts(itemsOf(...messages), "message").flatMap((isLegal, place) =>
        isLegal ? [place] : [],
      );
    const end = [call("a"), result("a", 1)];
    expect(legal(user(1), thinking(answer(1)), ...end)).toEqual([0, 1, 4]);
    expect(legal(user(1), thinking(answer(1)), failed, answer(1), ...end)).toEqual([0, 1, 6]);
    expect(legal(user(1), thinking(answer(1)), thinking(call("a")), result("a", 1))).toEqual([
      0, 1, 2, 4,
    ]);
    expect(legal(thinking(answer(1)), user(1), answer(1), ...end)).toEqual([0, 1, 2, 3, 5]);
    expect(legal(thinking(call("b")), result("b", 1), ...end)).toEqual([0, 2, 4]);
  });

  test("a cut below the budget keeps a long answer with calls from its reasoning on", () => {
    const reasoning = { type: "reasoning", text: "hm", signature: "x" } as const;
    const thought: Message = { role: "assistant", parts: [reasoning, { type: "text", text: "a" }] };
    const said = Array.from({ length: 40 }, () => answer(1));
    const history = [user(1), answer(1), thought, ...said, call("a"), result("a", 1)];
    for (let budget = 10; budget <= 400; budget += 10)
      expect(cut(budget, ...history).index).toBe(2);
  });

  test("a group stays together", () => {
    const grouped = (message: Message): Message => ({ ...message, group: "g" });
    const history = [
      user(1),
      answer(1),
      grouped(answer(1)),
      grouped(answer(1)),
      grouped(answer(1)),
      answer(1),
    ];
    for (let budget = 1; budget <= 60; budget += 1)
      expect([3, 4]).not.toContain(cut(budget, ...history).index);
  });

  test("an older turn is compacted and the rest is kept", () => {
    const point = cut(40, user(1), answer(1), user(1), answer(1), user(1), answer(1));
    expect(point).toMatchObject({ index: 2, firstKeptId: "3", splitTurn: null });
  });

  test("the picture of ten entries: entries 4 to 9 stay", () => {
    const entries = [
      user(1),
      answer(1),
      result("z", 1),
      user(1),
      answer(1),
      result("y", 1),
      result("x", 1),
      answer(1),
      result("w", 1),
    ];
    expect(cut(60, ...entries)).toMatchObject({ index: 3, firstKeptId: "4" });
  });
});
