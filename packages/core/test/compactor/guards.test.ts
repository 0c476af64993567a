import { describe, expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { FitOptions } from "../../src/compactor/fit-options.ts";
import type { CompactorOptions } from "../../src/compactor/options.ts";
import type { FitOutcome } from "../../src/compactor/outcome.ts";
import type { History } from "../../src/message/history.ts";
import {
  type Message,
  syntheticMessage,
  systemMessage,
  userMessage,
  textOf,
} from "../../src/message/message.ts";
import type { CompactionState } from "../../src/message/state.ts";
import {
  answer,
  call,
  user,
  itemsOf,
  result,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine, failing, scripted } from "./scripted.ts";

type Conversation = {
  /** Says something; a compaction may run before the next request. */
  say(...messages: readonly Message[]): Promise<FitOutcome>;
  history(): History;
};

/** A host that keeps messages and mark, and fits before each request. */
function conversation(options: CompactorOptions, request: FitOptions = {}): Conversation {
  const compactor = createCompactor(options);
  let said: readonly Message[] = [];
  let state: CompactionState | null = null;
  const history = (): History => ({ items: itemsOf(...said), state });
  return {
    history,
    async say(...messages) {
      said = [...said, ...messages];
      const fitted = await compactor.fit(history(), request);
      ({ state } = fitted);
      return fitted.outcome;
    },
  };
}

/** A turn of 400 tokens. */
const turn = (): readonly Message[] => [user(100), answer(300)];

function whyOf(outcome: FitOutcome): string {
  return outcome.type === "unchanged" ? outcome.why : outcome.type;
}

describe("attempts that come to nothing", () => {
  const policy = { windowTokens: 10_000 };

  test("two failures in a row stop compaction until the next user message", async () => {
    const summarizer = { ...failing(), calls: 0 };
    const counted = {
      ...summarizer,
      summarize: (...request: Parameters<typeof summarizer.summarize>) => {
        summarizer.calls += 1;
        return failing().summarize(...request);
      },
    };
    const early = { windowTokens: 20_000, trigger: { type: "tokens", tokens: 7_500 } } as const;
    const talk = conversation(engine({ policy: early, summarizer: counted }));
    await talk.say(...Array.from({ length: 20 }, turn).flat());
    const outcomes: string[] = [];
    for (let step = 0; step < 8; step += 1)
      outcomes.push(whyOf(await talk.say(call(`c${step}`), result(`c${step}`, 1_100))));
    expect(summarizer.calls).toBe(2);
    expect(outcomes.slice(-6)).toEqual(Array.from({ length: 6 }, () => "gave-up"));
    await talk.say(user(10));
    expect(summarizer.calls).toBe(3);
    for (let step = 0; step < 4; step += 1) await talk.say(answer(600));
    expect(summarizer.calls).toBe(4);
  });

  test("after the first the context must grow by a twentieth of the window, or fill it, before the next", async () => {
    const talk = conversation(engine({ policy, summarizer: failing() }));
    expect(whyOf(await talk.say(...Array.from({ length: 20 }, turn).flat()))).toBe("failed");
    expect(whyOf(await talk.say(answer(499)))).toBe("backing-off");
    expect(whyOf(await talk.say(answer(1)))).toBe("failed");
    expect(whyOf(await talk.say(answer(1000)))).toBe("gave-up");
    expect(whyOf(await talk.say(answer(499)))).toBe("gave-up");
    expect(whyOf(await talk.say(answer(1)))).toBe("failed");
  });

  test("a short user message does not pay for another attempt, unless the window is exceeded", async () => {
    const talk = conversation(engine({ policy, summarizer: failing() }));
    expect(whyOf(await talk.say(...Array.from({ length: 20 }, turn).flat()))).toBe("failed");
    expect(whyOf(await talk.say(answer(10), user(20)))).toBe("backing-off");
    expect(whyOf(await talk.say(answer(10), user(500)))).toBe("failed");
    expect(whyOf(await talk.say(answer(1500), user(20)))).toBe("failed");
    expect(whyOf(await talk.say(answer(10), user(20)))).toBe("failed");
  });

  test("a compaction by hand is not held back, and one that succeeds forgets the failures", async () => {
    let isAway = true;
    const summarizer = scripted(() => {
      if (isAway) throw new Error("away");
      return "said before";
    });
    const options = engine({ policy, summarizer });
    const talk = conversation(options);
    await talk.say(...Array.from({ length: 20 }, turn).flat());
    await talk.say(answer(600));
    expect(whyOf(await talk.say(answer(600)))).toBe("gave-up");
    isAway = false;
    const byHand = await createCompactor(options).fit(talk.history(), { force: true });
    expect(byHand.outcome.type).toBe("compacted");
    expect(byHand.state?.guard.failures).toBe(0);
  });

  test("gave-up reports once what fills the context", async () => {
    const policy = {
      windowTokens: 2000,
      keep: { type: "tokens", tokens: 500 } as const,
    };
    const options = engine({ policy });
    const talk = conversation(options, { system: "s".repeat(7600), tail: [user(100)] });
    await talk.say(systemMessage("You are careful."), user(1300));
    await talk.say(answer(100));
    await talk.say(answer(100));
    await talk.say(answer(100));
    const told = options.events.filter((event) => event.type === "gave-up");
    expect(told).toHaveLength(1);
    expect(told).toMatchObject([
      { breakdown: { requestTokens: 2000, prefixTokens: 0, largest: { id: "2", tokens: 1300 } } },
    ]);
  });

  test("a compaction that would save less than the minimum is skipped, and remembered as one that came to nothing", async () => {
    const summarizer = scripted((request) => "s".repeat(request.maxTokens * 4));
    const options = engine({
      policy: {
        windowTokens: 10_000,
        minimumProgress: 0.9,
        keepUserTokens: 0,
      },
      summarizer,
    });
    const talk = conversation(options);
    expect(whyOf(await talk.say(...Array.from({ length: 19 }, turn).flat()))).toBe("not-smaller");
    expect(talk.history().state?.guard.failures).toBe(1);
    expect(options.events.map((event) => event.type)).toContain("skipped");
    expect(talk.history().state?.prefix).toEqual([]);
  });
});

describe("the trigger", () => {
  test("a prefix does not trigger the next compaction, over fifty rounds", async () => {
    const summarizer = scripted((request) =>
      `${request.previousSummary ?? ""} and then`.slice(0, request.maxTokens * 4),
    );
    const talk = conversation(engine({ policy: { windowTokens: 10_000 }, summarizer }));
    let compactions = 0;
    for (let round = 0; round < 300; round += 1)
      if ((await talk.say(...turn())).type === "compacted") compactions += 1;
    expect(compactions).toBeGreaterThan(10);
    expect(compactions).toBeLessThan(60);
  });

  test("usage of the summary call does not measure the context", async () => {
    const usage = { inputTokens: 9000, outputTokens: 500 };
    const summarizer = {
      ...scripted(),
      summarize: () =>
        Promise.resolve({
          text: "said before",
          method: "m",
          calls: 1,
          attempts: [{ by: "m", fault: null, usage }],
        }),
    };
    const compactor = createCompactor(engine({ policy: { windowTokens: 10_000 }, summarizer }));
    const items = itemsOf(...Array.from({ length: 20 }, turn).flat());
    const { state, outcome } = await compactor.fit({ items, state: null });
    expect(outcome.type).toBe("compacted");
    expect(compactor.usage({ items, state })).toMatchObject({
      reportedTokens: null,
      calibration: null,
    });
  });

  test("sizes before and after are on one scale, whatever the provider reported", async () => {
    const counted = {
      ...answer(300),
      usage: { inputTokens: 20_000, outputTokens: 300 },
    } as Message;
    const items = itemsOf(...Array.from({ length: 20 }, turn).flat(), user(100), counted);
    const compactor = createCompactor(engine({ policy: { windowTokens: 22_000 } }));
    const { outcome, state } = await compactor.fit({ items, state: null });
    if (outcome.type !== "compacted") throw new Error(whyOf(outcome));
    expect(outcome.receipt.tokensBefore).toBe(8400);
    const after = createCompactor(engine()).usage({
      items,
      state: { ...state!, calibrations: {} },
    });
    expect(outcome.receipt.tokensAfter).toBe(after.tokens);
  });
});

describe("nothing to do", () => {
  const items = itemsOf(...Array.from({ length: 20 }, turn).flat());

  test.each<[string, History, FitOptions]>([
    ["below-trigger", { items, state: null }, { windowTokens: 1_000_000 }],
    ["unknown-window", { items, state: null }, {}],
    ["nothing-to-compact", { items: [], state: null }, { windowTokens: 10_000, force: true }],
    [
      "nothing-to-compact",
      { items: itemsOf(systemMessage("s")), state: null },
      { windowTokens: 10_000, force: true },
    ],
  ])("is an answer with its reason and no failure: %s", async (why, history, options) => {
    const { outcome, view } = await createCompactor(engine()).fit(history, options);
    expect(outcome).toEqual({ type: "unchanged", why });
    expect(view.messages).toEqual(history.items.map((item) => item.message));
  });

  test("one message that fills the context up to the trigger is left as it is", async () => {
    const history = { items: itemsOf(userMessage("word".repeat(500))), state: null };
    const { tokens } = createCompactor(engine()).usage(history);
    const trigger = { type: "tokens", tokens } as const;
    const { outcome } = await createCompactor(engine({ policy: { trigger } })).fit(history, {
      windowTokens: 10_000,
      force: true,
    });
    expect(outcome).toEqual({ type: "unchanged", why: "nothing-to-compact" });
  });

  test("a forced compaction below the trigger cuts at the start of the turns that stay", async () => {
    const compactor = createCompactor(
      engine({ policy: { keep: { type: "tokens", tokens: 20_000 } } }),
    );
    const { outcome } = await compactor.fit(
      { items, state: null },
      { windowTokens: 200_000, force: true },
    );
    expect(outcome).toMatchObject({
      type: "compacted",
      receipt: { firstKeptId: "39", splitTurnId: null },
    });
  });
});

describe("going on after a compaction", () => {
  const outcomeOf = async (
    last: readonly Message[],
    options: Partial<CompactorOptions> = {},
    request: FitOptions = {},
  ): Promise<FitOutcome> => {
    const items = itemsOf(...Array.from({ length: 20 }, turn).flat(), ...last);
    const compactor = createCompactor(engine({ policy: { windowTokens: 10_000 }, ...options }));
    return (await compactor.fit({ items, state: null }, request)).outcome;
  };

  test("a continuation is returned only if work is pending", async () => {
    const pending = [user(10), call("a"), result("a", 10)];
    expect(await outcomeOf(pending)).toMatchObject({
      continuation: "Continue if you have next steps.",
    });
    expect(await outcomeOf([user(10), answer(10)])).toMatchObject({ continuation: null });
    expect(await outcomeOf([user(10)])).toMatchObject({ continuation: null });
    expect(await outcomeOf(pending, {}, { force: true })).toMatchObject({ continuation: null });
    const policy = { windowTokens: 10_000, autoContinue: false };
    expect(await outcomeOf(pending, { policy })).toMatchObject({ continuation: null });
  });

  test("the setting of a model decides whether a continuation is returned", async () => {
    const pending = [user(10), call("a"), result("a", 10)];
    const policy = { windowTokens: 10_000, models: { quiet: { autoContinue: false } } };
    const continued = { continuation: "Continue if you have next steps." };
    expect(await outcomeOf(pending, { policy }, { model: "loud" })).toMatchObject(continued);
    expect(await outcomeOf(pending, { policy }, { model: "quiet" })).toMatchObject({
      continuation: null,
    });
  });

  test("a synthetic message is shown as a user message and may be the first kept item", async () => {
    const note = syntheticMessage("$ ls");
    const items = itemsOf(...Array.from({ length: 20 }, turn).flat(), note, answer(300));
    const compactor = createCompactor(
      engine({
        policy: { windowTokens: 10_000, keep: { type: "tokens", tokens: 300 }, keepUserTokens: 0 },
      }),
    );
    const { view, outcome } = await compactor.fit({ items, state: null });
    expect(outcome).toMatchObject({ type: "compacted", receipt: { firstKeptId: "42" } });
    const wider = createCompactor(
      engine({
        policy: { windowTokens: 10_000, keep: { type: "tokens", tokens: 301 }, keepUserTokens: 0 },
      }),
    );
    expect((await wider.fit({ items, state: null })).outcome).toMatchObject({
      receipt: { firstKeptId: "41" },
    });
    expect(textOf(view.messages.at(-1) ?? note)).toMatch(/^said/);
  });
});
