import { describe, expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import { isCutpointError } from "../../src/message/error.ts";
import type { History } from "../../src/message/history.ts";
import type { Item } from "../../src/message/item.ts";
import { type Message, systemMessage, textOf, userMessage } from "../../src/message/message.ts";
import type { TokenEstimator } from "../../src/tokens/estimator.ts";
import { viewOf } from "../../src/view/view.ts";
import {
  answer,
  call,
  user,
  itemsOf,
  result,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine, failing, hanging, scripted } from "./scripted.ts";

const system = systemMessage("You are a careful assistant.");

/** Twelve turns of about 100 tokens. */
function longHistory(turns = 12): History {
  const said = Array.from({ length: turns }, (_, turn): readonly Message[] => [
    userMessage(`question ${turn} ${"q".repeat(40)}`),
    call(`c${turn}`),
    result(`c${turn}`, 60),
    answer(20),
  ]);
  return { items: itemsOf(system, ...said.flat()), state: null };
}

function tokensOf(messages: readonly Message[]): number {
  const { estimator } = engine();
  return messages.reduce((sum, message) => sum + (estimator?.estimate(message) ?? 0), 0);
}

function texts(messages: readonly Message[]): readonly string[] {
  return messages.map((message) => `${message.role}: ${textOf(message)}`);
}

describe("fit", () => {
  test("below the trigger the view has all items and no event is emitted", async () => {
    const options = engine();
    const history = longHistory();
    const { view, state, outcome } = await createCompactor(options).fit(history, {
      windowTokens: 10_000,
    });
    expect(outcome).toEqual({ type: "unchanged", why: "below-trigger" });
    expect(view.messages).toEqual(history.items.map((item) => item.message));
    expect(state).toBeNull();
    expect(options.events).toEqual([]);
  });

  test("the view is system text, one summary from a user, then the cut point on", async () => {
    const options = engine({ policy: { keepUserTokens: 0 } });
    const history = longHistory();
    const { view, state, outcome } = await createCompactor(options).fit(history, {
      windowTokens: 1200,
    });
    if (outcome.type !== "compacted" || state === null) throw new Error(outcome.type);
    expect(view.messages[0]).toEqual(system);
    expect(view.messages[1]).toMatchObject({ role: "user", provenance: "summary" });
    expect(textOf(view.messages[1] ?? system)).toContain("what was said before");
    expect(view.ids[2]).toBe(outcome.receipt.firstKeptId);
    expect(view.ids[2]).toBe(state.firstKeptId);
    expect(view.ids.at(-1)).toBe(history.items.at(-1)?.id);
    expect(
      view.messages.filter(
        (message) => message.role === "user" && message.provenance === "summary",
      ),
    ).toHaveLength(1);
  });

  test("the receipt has tokens before and after, compacted items and the first kept item", async () => {
    const options = engine();
    const { outcome } = await createCompactor(options).fit(longHistory(), { windowTokens: 1200 });
    if (outcome.type !== "compacted") throw new Error(outcome.type);
    const { receipt } = outcome;
    expect(receipt.tokensAfter).toBeLessThan(receipt.tokensBefore * 0.9);
    expect(receipt.compacted.items).toBeGreaterThan(10);
    expect(receipt.compacted.items + receipt.kept.items).toBe(49);
    expect(receipt).toMatchObject({
      reason: "threshold",
      method: "scripted",
      attempts: [{}],
      compacted: { firstId: "1" },
    });
    expect(options.events.map((event) => event.type)).toEqual([
      "started",
      "planned",
      "summarized",
      "applied",
    ]);
  });

  test("the summary begins by saying that the history was compacted", async () => {
    const { view } = await createCompactor(engine()).fit(longHistory(), { windowTokens: 1200 });
    expect(textOf(view.messages[1] ?? system)).toMatch(
      /^The conversation history before this point was compacted/,
    );
  });

  test("a split turn hands its beginning to the summarizer apart from the history", async () => {
    const summarizer = scripted();
    const steps = Array.from({ length: 30 }, (_, step) => [
      call(`s${step}`),
      result(`s${step}`, 40),
    ]).flat();
    const history: History = {
      items: itemsOf(system, user(10), answer(10), user(10), ...steps),
      state: null,
    };
    await createCompactor(engine({ summarizer })).fit(history, { windowTokens: 1200 });
    const [request] = summarizer.requests;
    expect(request?.items.map((item) => item.id)).toEqual(["1", "2", "3"]);
    expect(request?.turnPrefix[0]?.id).toBe("4");
    const all = [
      ...(request?.items ?? []),
      ...(request?.turnPrefix ?? []),
      ...(request?.kept ?? []),
    ];
    expect(all.map((item) => item.id)).toEqual(history.items.map((item) => item.id));
  });

  test("a second compaction continues after the first and receives its summary", async () => {
    const summarizer = scripted((request) => `round ${request.previousSummary === null ? 1 : 2}`);
    const compactor = createCompactor(engine({ summarizer }));
    const first = await compactor.fit(longHistory(), { windowTokens: 1200 });
    const more = longHistory(24);
    const second = await compactor.fit(
      { items: more.items, state: first.state },
      { windowTokens: 1200 },
    );
    expect(second.outcome.type).toBe("compacted");
    const [one, two] = summarizer.requests;
    expect(two?.previousSummary).toBe("round 1");
    expect(two?.items[0]?.id ?? two?.turnPrefix[0]?.id).toBe(one?.kept[0]?.id);
    expect(textOf(second.view.messages[1] ?? system)).not.toContain("round 1");
  });

  test("details that a hook supplied are not carried into the next digest", async () => {
    const compactor = createCompactor(
      engine({
        beforeCompaction: () => ({
          type: "supply",
          summary: { text: "by hand", details: { filesRead: ["x.ts"] } },
        }),
      }),
    );
    const { view, state, outcome } = await compactor.fit(longHistory(), { windowTokens: 1200 });
    expect(outcome).toMatchObject({
      type: "compacted",
      receipt: { method: "supplied", attempts: [] },
    });
    expect(textOf(view.messages[1] ?? system)).toContain("by hand");
    expect(state?.digest?.filesRead).not.toContain("x.ts");
  });

  test("a hook may cancel", async () => {
    const options = engine({ beforeCompaction: () => ({ type: "cancel" }) });
    const { state, outcome } = await createCompactor(options).fit(longHistory(), {
      windowTokens: 1200,
    });
    expect(outcome).toEqual({ type: "cancelled" });
    expect(state).toBeNull();
    expect(options.events.at(-1)).toMatchObject({ type: "cancelled" });
  });

  test("a hook that throws is reported and the compaction continues", async () => {
    const options = engine({
      beforeCompaction: () => {
        throw new Error("broken hook");
      },
    });
    const { outcome } = await createCompactor(options).fit(longHistory(), { windowTokens: 1200 });
    expect(outcome.type).toBe("compacted");
    expect(options.events.map((event) => event.type)).toContain("hook-failed");
  });

  test("an unknown decision of a hook is reported, and the compaction continues", async () => {
    const options = engine({ beforeCompaction: () => ({ cancel: true }) as never });
    const { outcome } = await createCompactor(options).fit(longHistory(), { windowTokens: 1200 });
    expect(outcome.type).toBe("compacted");
    const failed = options.events.find((event) => event.type === "hook-failed");
    expect(String(failed?.error)).toContain('decision.type is undefined: expected "cancel" or');
  });

  test.each([null, [], "model", async () => engine().summarizer])(
    "a function that returns %j as its summarizer fails with a name",
    async (chosen) => {
      const given = typeof chosen === "function" ? chosen : () => chosen;
      const compactor = createCompactor(engine({ summarizer: given as never }));
      const { outcome } = await compactor.fit(longHistory(), { windowTokens: 1200 });
      if (outcome.type !== "failed") throw new Error(outcome.type);
      expect(outcome.error).toMatchObject({ code: "invalid-input" });
      expect(outcome.error.message).toMatch(/^summarizer is .*: expected a summarizer/u);
    },
  );

  test("a state that is undefined is rejected: the first one is null", async () => {
    const history = { items: [], state: undefined as never };
    await expect(createCompactor(engine()).fit(history)).rejects.toThrow(
      "state is undefined: expected null or the state of the last call",
    );
  });

  test.each(["catalog", "beforeCompaction", "reminders", "onEvent", "now"])(
    "%s must be a function",
    (name) => {
      const options = engine({ [name]: ["x"] });
      expect(() => createCompactor(options)).toThrow(`${name} is ["x"]: expected a function`);
    },
  );

  test("a summarizer that fails leaves the old view, and the failure is no text", async () => {
    for (const summarizer of [
      failing(),
      scripted(""),
      scripted(" \n"),
      scripted((request) => "x".repeat(request.maxTokens * 40)),
    ]) {
      const options = engine({ summarizer });
      const history = longHistory();
      const { view, state, outcome } = await createCompactor(options).fit(history, {
        windowTokens: 1200,
      });
      expect(outcome.type).toBe("failed");
      expect(state).toMatchObject({ compactedThrough: null, prefix: [], guard: { failures: 1 } });
      expect(texts(view.messages)).toEqual(texts(viewOf(history).messages));
      const last = options.events.at(-1);
      expect(last?.type === "failed" && last.message).toMatch(/^Auto-compaction failed: /);
    }
  });

  test("the caller's signal ends a summarizer that hangs", async () => {
    const controller = new AbortController();
    const fitting = createCompactor(engine({ summarizer: hanging() })).fit(longHistory(), {
      windowTokens: 1200,
      signal: controller.signal,
    });
    controller.abort();
    expect((await fitting).outcome).toEqual({ type: "cancelled" });
  });

  test("switched off, nothing happens by itself and an overflow is let through", async () => {
    const compactor = createCompactor(engine({ policy: { enabled: false } }));
    expect((await compactor.fit(longHistory(), { windowTokens: 1200 })).outcome).toEqual({
      type: "unchanged",
      why: "disabled",
    });
    const recovered = await compactor.recover(longHistory(), new Error("prompt is too long"), {
      windowTokens: 1200,
    });
    expect(recovered).toMatchObject({ retry: false, outcome: { why: "disabled" } });
    expect(
      (await compactor.fit(longHistory(), { windowTokens: 1200, force: true })).outcome.type,
    ).toBe("compacted");
  });

  test("checked after an overflow only, nothing happens before one", async () => {
    const compactor = createCompactor(engine({ policy: { check: "after-overflow" } }));
    expect((await compactor.fit(longHistory(), { windowTokens: 1200 })).outcome).toEqual({
      type: "unchanged",
      why: "not-checked-now",
    });
    const recovered = await compactor.recover(longHistory(), new Error("prompt is too long"), {
      windowTokens: 1200,
    });
    expect(recovered).toMatchObject({ retry: true, outcome: { type: "compacted" } });
  });

  test("with no window known nothing happens before an overflow, and that is said once for each model", async () => {
    const options = engine();
    const compactor = createCompactor(options);
    await compactor.fit(longHistory(), { model: "odd" });
    await compactor.fit(longHistory(), { model: "odd" });
    expect(options.events).toMatchObject([{ type: "unknown-window", model: "odd" }]);
    expect((await compactor.fit(longHistory())).outcome).toEqual({
      type: "unchanged",
      why: "unknown-window",
    });
    const recovered = await compactor.recover(longHistory(), new Error("context length exceeded"));
    expect(recovered.outcome.type).toBe("compacted");
  });

  test("the trigger is strict: exactly at the limit nothing happens", async () => {
    const compactor = createCompactor(engine());
    const history = longHistory();
    const { tokens } = compactor.usage(history);
    const fitAt = (limit: number): ReturnType<typeof compactor.fit> =>
      createCompactor(engine({ policy: { trigger: { type: "reserve", tokens: 100 } } })).fit(
        history,
        { windowTokens: limit + 100 },
      );
    expect((await fitAt(tokens)).outcome).toEqual({ type: "unchanged", why: "below-trigger" });
    expect((await fitAt(tokens - 1)).outcome.type).toBe("compacted");
  });

  test("compacting again with nothing said since changes nothing", async () => {
    const compactor = createCompactor(engine());
    const history = longHistory();
    const first = await compactor.fit(history, { windowTokens: 1200, force: true });
    const again = await compactor.fit(
      { ...history, state: first.state },
      { windowTokens: 1200, force: true },
    );
    expect(again.outcome).toEqual({ type: "unchanged", why: "already-compacted" });
    expect(again.state).toBe(first.state);
  });

  test("a compaction that saves too little is not applied", async () => {
    const items = itemsOf(system, user(10), answer(10), user(10), answer(10));
    const { outcome } = await createCompactor(engine()).fit(
      { items, state: null },
      { windowTokens: 1200, force: true },
    );
    expect(outcome).toEqual({ type: "unchanged", why: "not-smaller" });
  });

  test("the system text stays first after every compaction", async () => {
    const compactor = createCompactor(engine());
    let state: History["state"] = null;
    for (const turns of [12, 24, 36, 48]) {
      const fitted = await compactor.fit(
        { items: longHistory(turns).items, state },
        { windowTokens: 1200 },
      );
      expect(fitted.outcome.type).toBe("compacted");
      expect(fitted.view.messages[0]).toEqual(system);
      ({ state } = fitted);
    }
  });

  test("a huge result of the newest step is truncated and its call stays", async () => {
    const history: History = {
      items: itemsOf(system, userMessage("What does the log say?"), call("a"), result("a", 5000)),
      state: null,
    };
    const { view, outcome } = await createCompactor(engine()).fit(history, { windowTokens: 2000 });
    expect(outcome).toMatchObject({ type: "compacted", receipt: { truncatedIds: ["4"] } });
    expect(textOf(view.messages[1] ?? system)).toContain(
      "<user-messages>\nWhat does the log say?\n</user-messages>",
    );
    expect(view.messages.at(-1)).toMatchObject({ role: "tool", callId: "a" });
    expect(textOf(view.messages.at(-1) ?? system)).toContain("characters left out");
  });

  test("cuts out the middle of the last user message if nothing else is left", async () => {
    const history: History = { items: itemsOf(system, user(3000)), state: null };
    const compactor = createCompactor(engine());
    const { view, outcome, state } = await compactor.fit(history, { windowTokens: 2000 });
    expect(outcome).toMatchObject({ type: "compacted", receipt: { truncatedIds: ["2"] } });
    expect(tokensOf(view.messages)).toBeLessThanOrEqual(1500);
    expect(textOf(view.messages[1] ?? system)).toContain("characters left out");
    const again = await compactor.fit({ ...history, state }, { windowTokens: 2000 });
    expect(again.view).toEqual(view);
  });

  test("estimates a huge user message once", async () => {
    const options = engine();
    const { estimator } = options;
    if (estimator === undefined) throw new Error("the engine has no estimator");
    const huge: number[] = [];
    const noting = (characters: number): void => {
      if (characters > 1_000_000) huge.push(characters);
    };
    const counting: TokenEstimator = {
      ...estimator,
      estimate(message) {
        noting(textOf(message).length);
        return estimator.estimate(message);
      },
      estimateText(text) {
        noting(text.length);
        return estimator.estimateText(text);
      },
    };
    const said = ["harbour ".repeat(200_000), "And then?", "Go on."];
    const history = { items: itemsOf(...said.map((text) => userMessage(text))), state: null };
    const compactor = createCompactor({ ...options, estimator: counting });
    const { outcome } = await compactor.fit(history, { force: true, windowTokens: 40_000 });
    expect(outcome.type).toBe("compacted");
    expect(huge).toEqual([1_600_000]);
  });

  test("says what a request needs if system text, tools and pins leave no room", async () => {
    const pinned = { ...itemsOf(user(300))[0], id: "p", pinId: "p" } as Item;
    const history: History = { items: [pinned, ...itemsOf(system, user(1000))], state: null };
    const request = { windowTokens: 1000, system: "s".repeat(1600), tools: ["t".repeat(1196)] };
    const { outcome } = await createCompactor(engine()).fit(history, request);
    if (outcome.type !== "failed") throw new Error(outcome.type);
    expect(isCutpointError(outcome.error, "budget-too-small")).toBe(true);
    expect(outcome.error.message).toMatch(
      /^the request needs at least 10\d\d tokens, 407 of them for system text, 300 of them for tools, 300 of them for pinned messages: expected at most 940$/,
    );
  });

  test.each(["fit", "recover"] as const)(
    "%s compacts a large call that was aborted",
    async (how) => {
      const writing = {
        ...call("w"),
        finishReason: "aborted",
        parts: [
          { type: "tool-call", callId: "w", name: "write_file", arguments: "x".repeat(45_000) },
        ],
      } as Message;
      const stop = userMessage("Stop, make it shorter.");
      const history: History = { items: itemsOf(system, user(200), writing, stop), state: null };
      const compactor = createCompactor(engine());
      const request = { windowTokens: 14_000 };
      const { outcome, view } = await (how === "fit"
        ? compactor.fit(history, request)
        : compactor.recover(
            history,
            new Error("prompt is too long: 9 tokens > 8 maximum"),
            request,
          ));
      expect(outcome.type).toBe("compacted");
      expect(tokensOf(view.messages)).toBeLessThan(2000);
      expect(view.messages.at(-1)).toEqual(stop);
    },
  );

  test("an open call is compacted before a request, if the window cannot be kept otherwise", async () => {
    const large = {
      ...call("w"),
      parts: [{ type: "tool-call", callId: "w", name: "write_file", arguments: "x".repeat(9000) }],
    } as Message;
    const history: History = { items: itemsOf(system, user(20), large), state: null };
    const compactor = createCompactor(engine());
    const late = await compactor.fit(history, { windowTokens: 2000, moment: "after-answer" });
    expect(late.outcome).toEqual({ type: "unchanged", why: "nothing-to-compact" });
    const { outcome, view } = await compactor.fit(history, { windowTokens: 2000 });
    expect(outcome.type).toBe("compacted");
    expect(tokensOf(view.messages)).toBeLessThanOrEqual(1500);
  });

  test("a large result beside an open call is truncated if there is nothing to compact", async () => {
    const pair: Message = {
      role: "assistant",
      parts: ["a", "b"].flatMap((id) => call(id).parts),
    };
    const items = itemsOf(system, pair, result("a", 3_000));
    const { outcome, view } = await createCompactor(engine()).fit(
      { items, state: null },
      { windowTokens: 2_000 },
    );
    if (outcome.type !== "compacted") throw new Error(outcome.type);
    expect(outcome.receipt.compacted.items).toBe(0);
    expect(view.ids).toEqual(["1", null, "2", "3", null]);
    expect(tokensOf(view.messages)).toBeLessThanOrEqual(1_500);
  });

  test("an overflow error compacts and says whether to try again", async () => {
    const compactor = createCompactor(engine());
    const error = new Error("request failed", {
      cause: new Error("prompt is too long: 9 tokens > 8 maximum"),
    });
    const recovered = await compactor.recover(longHistory(), error, { windowTokens: 100_000 });
    expect(recovered).toMatchObject({
      retry: true,
      outcome: { type: "compacted", receipt: { reason: "overflow" } },
    });
    expect(recovered.view.messages.length).toBeLessThan(longHistory().items.length);
  });

  test("another recovery needs an answer in between", async () => {
    const compactor = createCompactor(engine());
    const error = new Error("prompt is too long");
    const options = { windowTokens: 100_000 };
    const { state } = await compactor.recover(longHistory(), error, options);
    const go = async (...more: readonly Message[]): Promise<boolean> => {
      const messages = [...longHistory().items.map(({ message }) => message), ...more];
      return (await compactor.recover({ items: itemsOf(...messages), state }, error, options))
        .retry;
    };
    expect(await go(result("a", 900))).toBe(false);
    expect(await go(call("b"), result("b", 900))).toBe(true);
  });

  test("there is one recovery for each user message", async () => {
    const compactor = createCompactor(engine());
    const error = new Error("prompt is too long");
    const first = await compactor.recover(longHistory(), error, { windowTokens: 100_000 });
    const again = await compactor.recover({ ...longHistory(), state: first.state }, error);
    expect(again).toMatchObject({ retry: false, outcome: { why: "already-recovered" } });
    const next = { items: longHistory(13).items, state: first.state };
    const later = await compactor.recover(next, error, { windowTokens: 100_000 });
    expect(later.retry).toBe(true);
  });

  test("any other error is not touched", async () => {
    const recovered = await createCompactor(engine()).recover(
      longHistory(),
      new Error("rate limit"),
      { windowTokens: 1200 },
    );
    expect(recovered).toMatchObject({
      retry: false,
      outcome: { type: "unchanged", why: "not-an-overflow" },
    });
  });
});
