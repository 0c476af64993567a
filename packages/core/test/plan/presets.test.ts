import { describe, expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { History } from "../../src/model/mark.ts";
import { type Message, systemMessage, textOf } from "../../src/model/message.ts";
import type { Request } from "../../src/model/request.ts";
import type { NoPlan, Plan } from "../../src/plan/plan.ts";
import type { Policy } from "../../src/plan/policy.ts";
import { reservePolicy, sharePolicy, timelinePolicy } from "../../src/plan/presets.ts";
import { answer, call, human, itemsOf, result, words } from "../conversation.ts";
import { engine, scripted } from "../compactor/scripted.ts";

function historyOf(...messages: readonly Message[]): History {
  return { items: itemsOf(...messages), mark: null };
}

/** So many turns of a question and an answer, of so many tokens each. */
function turns(count: number, size: number): readonly Message[] {
  return Array.from({ length: count }, () => [human(size / 2), answer(size / 2)]).flat();
}

function plan(policy: Policy, history: History, request: Request): Plan | NoPlan {
  return createCompactor(engine({ policy: { ...policy, carry: "none" } })).plan(history, request);
}

function isDueAt(policy: Policy, tokens: number, request: Request): boolean {
  const found = plan(policy, historyOf(human(tokens - 10), answer(10)), request);
  return !(found.type === "no-plan" && found.why === "below-trigger");
}

/** The view after a compaction, as one word for each message and one for each text part of the summary. */
async function picture(policy: Policy, history: History, request: Request): Promise<string> {
  const summarizer = scripted("SUMMARY");
  const compactor = createCompactor(engine({ policy: { ...policy, carry: "none" }, summarizer }));
  const { view, outcome } = await compactor.fit(history, request);
  if (outcome.type !== "compacted") throw new Error(JSON.stringify(outcome));
  return view.messages
    .map((message, place) =>
      message.role === "user" && message.provenance === "summary"
        ? "summary"
        : `${message.role}:${view.ids[place]}`,
    )
    .join(" ");
}

describe("reservePolicy", () => {
  const window = { windowTokens: 200_000 };

  test("is due above the window less 16,384 tokens, strictly", () => {
    expect(isDueAt(reservePolicy(), 183_616, window)).toBe(false);
    expect(isDueAt(reservePolicy(), 183_617, window)).toBe(true);
    expect(isDueAt(reservePolicy({ reserveTokens: 50_000 }), 150_000, window)).toBe(false);
    expect(isDueAt(reservePolicy({ reserveTokens: 50_000 }), 150_001, window)).toBe(true);
  });

  test("keeps about 20,000 tokens to the letter", () => {
    const history = historyOf(...turns(100, 2000));
    const found = plan(reservePolicy(), history, window);
    if (found.type !== "plan") throw new Error(found.type);
    expect(found.keptTokens).toBe(20_000);
    expect(found.kept).toEqual(history.items.slice(-20));
    expect(found.covered).toEqual(history.items.slice(0, -20));
  });

  test("the picture of the document: system, summary, then from the second turn on", async () => {
    const history = historyOf(
      systemMessage(words(10)),
      human(50_000),
      call("a"),
      result("a", 50_000),
      answer(65_000),
      human(5000),
      call("b"),
      result("b", 5000),
      answer(10),
      human(5000),
      answer(6000),
    );
    expect(await picture(reservePolicy(), history, window)).toBe(
      "system:null summary user:6 assistant:7 tool:8 assistant:9 user:10 assistant:11",
    );
  });

  test("the picture of ten entries: system, summary, entries 4 to 9", async () => {
    const history = historyOf(
      systemMessage(words(10)),
      human(60_000),
      call("a"),
      result("a", 104_000),
      human(3000),
      call("b"),
      result("b", 3000),
      call("c"),
      result("c", 10_000),
      answer(3900),
    );
    expect(await picture(reservePolicy(), history, window)).toBe(
      "system:null summary user:5 assistant:6 tool:7 assistant:8 tool:9 assistant:10",
    );
  });

  test("with the boundary user-only the cut is at a user message", () => {
    const steps = Array.from({ length: 90 }, (_, number) => [
      call(`c${number}`),
      result(`c${number}`, 2000),
    ]).flat();
    const history = historyOf(human(10), answer(10_000), human(10), ...steps);
    const found = plan({ ...reservePolicy(), boundary: "user-only" }, history, window);
    if (found.type !== "plan") throw new Error(found.type);
    expect(found.kept[0]?.message.role).toBe("user");
    expect(found.cut.splitTurn).toBeNull();
  });
});

describe("sharePolicy", () => {
  test("is due above the limit less a quarter of it, whatever the limit", () => {
    for (const windowTokens of [16_000, 40_000, 200_000]) {
      expect(isDueAt(sharePolicy(), windowTokens * 0.75, { windowTokens })).toBe(false);
      expect(isDueAt(sharePolicy(), windowTokens * 0.75 + 1, { windowTokens })).toBe(true);
    }
  });

  test("keeps 20,000 tokens, or 35 % of a smaller limit", () => {
    const keptIn = (windowTokens: number): number => {
      const found = plan(sharePolicy(), historyOf(...turns(windowTokens / 100, 100)), {
        windowTokens,
      });
      return found.type === "plan" ? found.keptTokens : 0;
    };
    expect(keptIn(200_000)).toBe(20_000);
    expect(keptIn(40_000)).toBe(14_000);
  });

  test("waits for an overflow where nobody knows the limit", async () => {
    const compactor = createCompactor(engine({ policy: sharePolicy() }));
    const history = historyOf(...turns(1000, 1000));
    expect((await compactor.fit(history)).outcome).toMatchObject({ why: "unknown-window" });
    const error = new Error("prompt is too long");
    expect((await compactor.recover(history, error)).retry).toBe(true);
  });
});

describe("timelinePolicy", () => {
  const request: Request = { windowTokens: 80_000, system: words(8000) };

  test("is due above 0.9 of the window, system text at four characters a token included", () => {
    expect(isDueAt(timelinePolicy(), 64_000, request)).toBe(false);
    expect(isDueAt(timelinePolicy(), 64_001, request)).toBe(true);
    expect(isDueAt(timelinePolicy(), 64_001, { windowTokens: 80_000 })).toBe(false);
  });

  test("keeps 70 % of what the system text leaves", () => {
    const found = plan(timelinePolicy(), historyOf(...turns(200, 400)), request);
    expect(found.type === "plan" && found.keptTokens).toBe(50_400);
  });

  test("the last six turns stay, also where they take more than that", () => {
    const history = historyOf(...turns(7, 11_500));
    const found = plan(timelinePolicy(), history, { windowTokens: 80_000 });
    expect(found.type === "plan" && found.keptTokens).toBe(69_000);
    const { keepTurns: _turns, ...without } = timelinePolicy();
    const split = plan(without, history, { windowTokens: 80_000 });
    expect(split.type === "plan" && split.keptTokens).toBe(57_500);
  });

  test("one summary stands at the cut, and what stood at the cut stays", async () => {
    const history = historyOf(...turns(8, 10_000));
    expect(await picture(timelinePolicy(), history, { windowTokens: 80_000 })).toBe(
      `summary ${history.items
        .slice(4)
        .map(({ id, message }) => `${message.role}:${id}`)
        .join(" ")}`,
    );
  });

  test("the cut may lie inside the current turn, never at a result", () => {
    const steps = Array.from({ length: 40 }, (_, number) => [
      call(`c${number}`),
      result(`c${number}`, 2000),
    ]).flat();
    const { keepTurns: _turns, ...policy } = timelinePolicy();
    const found = plan(policy, historyOf(human(10), ...steps), { windowTokens: 80_000 });
    if (found.type !== "plan") throw new Error(found.type);
    expect(found.cut.splitTurn).toEqual({ index: 0, id: "1" });
    expect(found.kept[0]?.message.role).toBe("assistant");
  });

  test("the summary is followed by the files of all that is covered, a split turn's beginning included", async () => {
    const steps = Array.from({ length: 40 }, (_, number) => [
      call(`c${number}`, "read", `{"path":"src/${number}.ts"}`),
      result(`c${number}`, 2000),
    ]).flat();
    const { keepTurns: _turns, ...policy } = timelinePolicy();
    const compactor = createCompactor(engine({ policy: { ...policy, carry: "none" } }));
    const { view, mark, outcome } = await compactor.fit(historyOf(human(10), ...steps), {
      windowTokens: 80_000,
    });
    expect(outcome).toMatchObject({ type: "compacted", receipt: { splitTurnId: "1" } });
    expect(mark?.digest?.filesRead).toContain("src/0.ts");
    expect(textOf(view.messages[0] ?? systemMessage(""))).toMatch(
      /what was said before[^]*<read-files>[^]*src\/0\.ts/,
    );
  });
});
