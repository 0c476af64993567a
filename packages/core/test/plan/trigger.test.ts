import { describe, expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import { isCutpointError } from "../../src/message/error.ts";
import type { History } from "../../src/message/history.ts";
import type { Message } from "../../src/message/message.ts";
import type { Policy } from "../../src/plan/policy.ts";
import { isDue, type Trigger } from "../../src/plan/trigger.ts";
import { engine } from "../compactor/scripted.ts";
import {
  answer,
  call,
  user,
  itemsOf,
  result,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";

function historyOf(...messages: readonly Message[]): History {
  return { items: itemsOf(...messages), state: null };
}

/** A question and an answer of so many tokens each, so many times. */
function turns(count: number, size: number): readonly Message[] {
  return Array.from({ length: count }, () => [user(size), answer(size)]).flat();
}

describe("a trigger", () => {
  const at = (trigger: Trigger, tokens: number, items = 0): boolean =>
    isDue(trigger, 1000, { tokens, items });

  test.each<[Trigger, number]>([
    [{ type: "reserve" }, 750],
    [{ type: "reserve", tokens: 100 }, 900],
    [{ type: "reserve", tokens: 0 }, 1000],
    [{ type: "share", share: 0.5 }, 500],
    [{ type: "tokens", tokens: 321 }, 321],
  ])("%j is due above %i tokens of 1,000, strictly", (trigger, limit) => {
    expect(at(trigger, limit)).toBe(false);
    expect(at(trigger, limit + 1)).toBe(true);
  });

  test("counts items, strictly, whatever their tokens", () => {
    expect(at({ type: "items", items: 5 }, 999_999, 5)).toBe(false);
    expect(at({ type: "items", items: 5 }, 0, 6)).toBe(true);
  });

  test("any is reached if one trigger is, all if every trigger is, at any depth", () => {
    const tokens: Trigger = { type: "tokens", tokens: 100 };
    const items: Trigger = { type: "items", items: 5 };
    expect(at({ type: "any", of: [tokens, items] }, 101, 1)).toBe(true);
    expect(at({ type: "any", of: [tokens, items] }, 100, 6)).toBe(true);
    expect(at({ type: "any", of: [tokens, items] }, 100, 5)).toBe(false);
    expect(at({ type: "all", of: [tokens, items] }, 101, 5)).toBe(false);
    expect(at({ type: "all", of: [tokens, items] }, 101, 6)).toBe(true);
    const deep: Trigger = {
      type: "any",
      of: [
        { type: "all", of: [tokens, items] },
        { type: "share", share: 1 },
      ],
    };
    expect(at(deep, 500, 5)).toBe(false);
    expect(at(deep, 1001, 0)).toBe(true);
  });

  test("by items compacts in a window with room for all of them", async () => {
    const policy: Policy = {
      windowTokens: 100_000,
      trigger: { type: "items", items: 9 },
      keep: { type: "tokens", tokens: 200 },
    };
    const compactor = createCompactor(engine({ policy }));
    expect((await compactor.fit(historyOf(...turns(4, 400)))).outcome.type).toBe("unchanged");
    expect((await compactor.fit(historyOf(...turns(5, 400)))).outcome.type).toBe("compacted");
  });
});

describe("target and keep", () => {
  test("a compaction brings the context down to the target, not to the trigger", async () => {
    const policy: Policy = {
      windowTokens: 10_000,
      keepUserTokens: 0,
      keep: { type: "tokens", tokens: 5000 },
      targetShare: 0.3,
    };
    const { outcome } = await createCompactor(engine({ policy })).fit(historyOf(...turns(20, 200)));
    if (outcome.type !== "compacted") throw new Error(outcome.type);
    expect(outcome.receipt.tokensBefore).toBe(8000);
    expect(outcome.receipt.tokensAfter).toBeLessThanOrEqual(3000);
  });

  test.each<Policy>([
    { targetShare: 0.76 },
    { keep: { type: "tokens", tokens: 7500 } },
    { summaryTokens: 8000 },
    { keepUserTokens: 7500 },
    { trigger: { type: "share", share: 0.2 }, targetShare: 0.25 },
    { trigger: { type: "reserve", tokens: 10_000 } },
    { trigger: { type: "tokens", tokens: 10_001 } },
    { keep: { type: "any", of: [] } },
  ])("%j is rejected when the compactor of a window of 10,000 is created", (policy) => {
    const create = (): unknown =>
      createCompactor(engine({ policy: { windowTokens: 10_000, ...policy } }));
    expect(create).toThrow(expect.toSatisfy((error) => isCutpointError(error, "invalid-input")));
  });

  test.each<Policy>([
    { trigger: { type: "share", share: 1.5 } },
    { keep: { type: "tokens", tokens: -1 } },
    { minimumProgress: 2 },
    { windowTokens: 0 },
    { workingWindowTokens: Number.NaN },
    { keep: { type: "any", of: [] } },
  ])("%j is rejected when a compactor without a window is created", (policy) => {
    expect(() => createCompactor(engine({ policy }))).toThrow(/^policy\./);
  });

  test("settings that do not fit the window of a model give way, and that is said once", async () => {
    const { events, ...options } = engine({
      policy: {
        keep: { type: "tokens", tokens: 7500 },
        summaryTokens: 2000,
        trigger: { type: "tokens", tokens: 30_000 },
      },
    });
    const compactor = createCompactor(options);
    const history = historyOf(...turns(20, 200));
    const large = await compactor.fit(history, { windowTokens: 40_000 });
    expect(large.outcome).toEqual({ type: "unchanged", why: "below-trigger" });
    expect(events).toEqual([]);
    for (const _ of [1, 2]) {
      const { outcome } = await compactor.fit(history, { windowTokens: 10_000 });
      expect(outcome.type).toBe("compacted");
    }
    expect(events.filter(({ type }) => type === "policy-adjusted")).toEqual([
      {
        type: "policy-adjusted",
        settings: ["trigger.tokens", "keep.tokens"],
        workingWindowTokens: 10_000,
        reason: "threshold",
        willRetry: false,
      },
    ]);
  });

  test.each<[Trigger, number]>([
    [{ type: "tokens", tokens: 3000 }, 3000],
    [
      {
        type: "any",
        of: [
          { type: "share", share: 0.1 },
          { type: "tokens", tokens: 3000 },
        ],
      },
      3000,
    ],
    [{ type: "items", items: 14 }, 2800],
  ])("the trigger %j needs no window", async (trigger, limit) => {
    const compactor = createCompactor(engine({ policy: { trigger, keepUserTokens: 0 } }));
    const at = async (tokens: number): Promise<string> =>
      (await compactor.fit(historyOf(...turns(tokens / 400, 200)))).outcome.type;
    expect(await at(limit)).toBe("unchanged");
    expect(await at(limit + 400)).toBe("compacted");
  });

  test.each<Trigger>([
    { type: "share", share: 0.1 },
    {
      type: "all",
      of: [
        { type: "share", share: 0.1 },
        { type: "tokens", tokens: 300 },
      ],
    },
  ])("the trigger %j needs a window", async (trigger) => {
    const { outcome } = await createCompactor(engine({ policy: { trigger } })).fit(
      historyOf(...turns(20, 200)),
    );
    expect(outcome).toEqual({ type: "unchanged", why: "unknown-window" });
  });

  test("the keep budget follows the calibration of the estimates", async () => {
    const counted = (inputTokens: number, size: number): Message =>
      ({ ...answer(size), model: "m", usage: { inputTokens, outputTokens: size } }) as Message;
    const plan = async (factor: number): Promise<number> => {
      const items = itemsOf(
        ...turns(2, 500),
        counted(2000, 500),
        ...turns(3, 500),
        counted(2000 + factor * 3500, 500),
        ...turns(4, 500),
      );
      const compactor = createCompactor(
        engine({
          policy: {
            windowTokens: 200_000,
            keepUserTokens: 0,
            keep: { type: "tokens", tokens: 4000 },
          },
        }),
      );
      const found = await compactor.plan({ items, state: null }, { model: "m", force: true });
      return found.type === "plan" ? found.keptTokens : 0;
    };
    expect(await plan(1)).toBe(4000);
    expect(await plan(3)).toBeLessThan(2600);
  });
});

describe("settings by model", () => {
  const policy: Policy = {
    keepUserTokens: 0,
    keep: { type: "tokens", tokens: 1000 },
    models: {
      small: { windowTokens: 4000, keep: { type: "tokens", tokens: 300 } },
      off: { enabled: false },
    },
  };
  const compactor = createCompactor(engine({ policy }));
  const history = historyOf(...turns(16, 100));

  test("a model's own window and numbers are in force for it alone", async () => {
    const small = await compactor.plan(history, { model: "small" });
    expect(small.type === "plan" && small.keptTokens).toBe(300);
    expect(await compactor.plan(history, { model: "large", windowTokens: 4000 })).toMatchObject({
      type: "plan",
      keptTokens: 1000,
    });
    expect(await compactor.plan(history, { model: "off", windowTokens: 4000 })).toMatchObject({
      why: "disabled",
    });
  });

  test("a change to a smaller model compacts only if the context does not fit it", async () => {
    const fit = (windowTokens: number): ReturnType<typeof compactor.fit> =>
      compactor.fit(history, { windowTokens });
    expect((await fit(1_000_000)).outcome).toEqual({ type: "unchanged", why: "below-trigger" });
    expect((await fit(5000)).outcome).toEqual({ type: "unchanged", why: "below-trigger" });
    expect((await fit(4000)).outcome.type).toBe("compacted");
  });
});

describe("the moment of the check", () => {
  const history = historyOf(...turns(50, 100));
  const whyAt = async (
    check: Policy["check"],
    moment: "before-request" | "after-answer",
  ): Promise<string> => {
    const policy: Policy = { windowTokens: 10_000, ...(check === undefined ? {} : { check }) };
    const plan = await createCompactor(engine({ policy })).plan(history, { moment });
    return plan.type === "no-plan" ? plan.why : plan.type;
  };

  test("is before each request and after each answer, or one of the two", async () => {
    expect(await whyAt(undefined, "before-request")).toBe("plan");
    expect(await whyAt(undefined, "after-answer")).toBe("plan");
    expect(await whyAt("before-request", "before-request")).toBe("plan");
    expect(await whyAt("before-request", "after-answer")).toBe("not-checked-now");
    expect(await whyAt("after-answer", "before-request")).toBe("not-checked-now");
    expect(await whyAt("after-answer", "after-answer")).toBe("plan");
  });

  test("in a tool loop without new input it compacts between two steps, and the view is ready", async () => {
    const compactor = createCompactor(
      engine({ policy: { windowTokens: 4000, keepUserTokens: 0 } }),
    );
    let said: readonly Message[] = [user(10)];
    let state: History["state"] = null;
    const outcomes: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      said = [...said, call(`c${round}`), result(`c${round}`, 500)];
      const fitted = await compactor.fit({ items: itemsOf(...said), state });
      ({ state } = fitted);
      outcomes.push(fitted.outcome.type);
      expect(compactor.usage({ items: itemsOf(...said), state }).tokens).toBeLessThanOrEqual(3000);
      expect(fitted.view.messages.at(-1)).toEqual(said.at(-1));
    }
    expect(outcomes.filter((type) => type === "compacted").length).toBeGreaterThan(1);
  });

  test("the newest turns are kept", async () => {
    const plan = await createCompactor(
      engine({
        policy: {
          windowTokens: 10_000,
          keepUserTokens: 0,
          keep: { type: "turns", turns: 4 },
        },
      }),
    ).plan(history);
    expect(plan.type === "plan" && plan.keptTokens).toBe(800);
  });

  test("the newest items are kept", async () => {
    const policy: Policy = {
      windowTokens: 10_000,
      keepUserTokens: 0,
      keep: { type: "items", items: 6 },
    };
    const plan = await createCompactor(engine({ policy })).plan(history);
    expect(plan.type === "plan" && plan.kept.length).toBe(6);
  });
});
