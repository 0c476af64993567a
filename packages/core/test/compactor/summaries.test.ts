import { describe, expect, test } from "vitest";
import { type Compactor, createCompactor } from "../../src/compactor/create-compactor.ts";
import type { CompactionEvent } from "../../src/compactor/events.ts";
import type { Sleep } from "../../src/compactor/delay.ts";
import type { CompactorOptions } from "../../src/compactor/options.ts";
import type { FitOutcome } from "../../src/compactor/outcome.ts";
import { CutpointError } from "../../src/message/error.ts";
import type { History } from "../../src/message/history.ts";
import { type Message, textOf, userMessage } from "../../src/message/message.ts";
import { type CompactionState, emptyState } from "../../src/message/state.ts";
import { summaryFailure } from "../../src/summary/failure.ts";
import type { Summarizer, Summary, SummaryRequest } from "../../src/summary/summarizer.ts";
import { viewOf } from "../../src/view/view.ts";
import {
  answer,
  call,
  user,
  itemsOf,
  result,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine, hanging, quoting, scripted } from "./scripted.ts";

const usage = { inputTokens: 1_000, outputTokens: 50 };

function longHistory(turns = 12, extra: readonly Message[] = []): History {
  const said = Array.from({ length: turns }, (_, turn): readonly Message[] => [
    userMessage(`question ${turn} ${"q".repeat(40)}`),
    call(`c${turn}`),
    result(`c${turn}`, 60),
    answer(20),
  ]);
  return { items: itemsOf(...extra, ...said.flat()), state: null };
}

/** A history whose view shows a text in place of its newest message. */
function replacing(text: string): History {
  const { items } = longHistory();
  const replacements = { [items.at(-1)?.id ?? ""]: [{ type: "text", text }] } as const;
  return { items, state: { ...emptyState(), replacements } };
}

/** Says one thing, having made calls whose usage is known. */
function saying(
  name: string,
  text: string,
  calls = 1,
): Summarizer & { readonly requests: SummaryRequest[] } {
  const requests: SummaryRequest[] = [];
  return {
    name,
    requests,
    summarize: (request): Promise<Summary> => {
      requests.push(request);
      const attempts = Array.from({ length: calls }, () => ({ by: name, fault: null, usage }));
      return Promise.resolve({ text, method: name, calls, attempts });
    },
  };
}

function refusing(name: string, calls = 1): Summarizer & { readonly asked: () => number } {
  let asked = 0;
  return {
    name,
    asked: () => asked,
    summarize: () => {
      asked += 1;
      const attempts = Array.from({ length: calls }, () => ({
        by: name,
        fault: "cut-off" as const,
        usage,
      }));
      return Promise.reject(summaryFailure("cut-off", `${name} was cut off`, { attempts }));
    },
  };
}

async function fitted(
  options: Partial<CompactorOptions>,
  history = longHistory(),
  given: Parameters<Compactor["fit"]>[1] = {},
): Promise<{
  readonly outcome: FitOutcome;
  readonly state: CompactionState | null;
  readonly text: string;
  readonly events: readonly CompactionEvent[];
}> {
  const whole = engine(options);
  const { state, outcome, view } = await createCompactor(whole).fit(history, {
    windowTokens: 1200,
    ...given,
  });
  return { state, outcome, text: view.messages.map(textOf).join("\n"), events: whole.events };
}

function receiptOf(outcome: FitOutcome): Extract<FitOutcome, { type: "compacted" }>["receipt"] {
  if (outcome.type !== "compacted") throw new Error(JSON.stringify(outcome));
  return outcome.receipt;
}

function errorOf(outcome: FitOutcome): CutpointError {
  if (outcome.type !== "failed") throw new Error(outcome.type);
  return outcome.error;
}

describe("candidates", () => {
  test("are asked in order; the receipt books the calls of all of them, apart from the context's", async () => {
    const first = refusing("first", 2);
    const second = saying("second", "what was said before");
    const third = saying("third", "never asked");
    const { events, outcome, text } = await fitted({ summarizer: [first, second, third] });
    const receipt = receiptOf(outcome);
    expect(receipt).toMatchObject({
      method: "second",
      promptVersion: null,
      shortText: null,
    });
    expect(receipt.attempts.map(({ by, fault }) => [by, fault])).toEqual([
      ["first", "cut-off"],
      ["first", "cut-off"],
      ["second", null],
    ]);
    expect(receipt.cost).toMatchObject({
      summaryCalls: 3,
      summaryUsage: { inputTokens: 3_000, outputTokens: 150 },
    });
    expect(text).toContain("what was said before");
    expect(third.requests).toHaveLength(0);
    expect(events.map(({ type }) => type)).toEqual([
      "started",
      "planned",
      "summary-failed",
      "summarized",
      "applied",
    ]);
  });

  test("text that is no summary never gets into the mark, whoever wrote it", async () => {
    for (const [text, fault] of [
      ["", "empty"],
      [" \n", "empty"],
      ["## Goal\n(none)\n\n## Next Steps\n(none)", "empty"],
      ["<think>The user wants a summary.</think>", "empty"],
      ["<think>The user wants a summary.", "protocol"],
      ["<tool_call>{}</tool_call>", "protocol"],
      ["[User]: hello\n[Assistant]: hi", "echo"],
      ["The user asked to summarize an empty conversation.", "empty-conversation"],
      ["Sorry, I cannot do that.", "filtered"],
      ["word ".repeat(4_000), "too-large"],
    ] as const) {
      const history = longHistory();
      const {
        state,
        outcome,
        text: shown,
      } = await fitted({ summarizer: saying("a", text) }, history);
      const { failure, code } = errorOf(outcome);
      expect({ code, fault: failure?.fault }, text).toEqual({ code: "summary-failed", fault });
      expect(failure?.attempts, text).toEqual([{ by: "a", fault, usage }]);
      expect(state?.prefix ?? [], text).toEqual([]);
      expect(shown).toBe(viewOf(history).messages.map(textOf).join("\n"));
      const next = await fitted({ summarizer: [saying("a", text), saying("b", "said before")] });
      expect(receiptOf(next.outcome).method).toBe("b");
    }
  });

  test("a summary that does not make the view smaller is one too: the next is asked, else nothing changes", async () => {
    const items = itemsOf(user(10), answer(10), user(10), answer(10));
    const small: History = { items, state: null };
    const one = await fitted({ summarizer: saying("a", "x") }, small, { force: true });
    expect(one.outcome).toEqual({ type: "unchanged", why: "not-smaller" });
    const asked = [saying("a", "x"), saying("b", "y")] as const;
    await fitted({ summarizer: asked }, small, { force: true });
    expect(asked.map(({ requests }) => requests.length)).toEqual([1, 1]);
  });

  test("if all of them fail, the offline one writes if there is one, else the old view stays", async () => {
    const broken = { summarizer: [refusing("a"), refusing("b")] };
    const { state, outcome } = await fitted(broken);
    expect(errorOf(outcome).message).toBe(
      "no summarizer returned a usable summary: a: a was cut off; b: b was cut off",
    );
    expect(state).toMatchObject({ compactedThrough: null, prefix: [], guard: { failures: 1 } });
    const offline = await fitted({ summarizer: [...broken.summarizer, quoting()] });
    expect(receiptOf(offline.outcome)).toMatchObject({
      method: "quoting",
      attempts: [{}, {}],
    });
  });

  test("all summarizers share one limit for calls; each receives the rest", async () => {
    const first = refusing("first", 3);
    const second = saying("second", "said before");
    await fitted({ summarizer: [first, second], summaries: { maxCalls: 5 } });
    expect(second.requests[0]?.maxCalls).toBe(2);
    const late = saying("late", "said before");
    const { outcome } = await fitted({
      summarizer: [refusing("a", 3), late],
      summaries: { maxCalls: 3 },
    });
    expect(errorOf(outcome).failure?.attempts).toHaveLength(3);
    expect(late.requests).toHaveLength(0);
  });

  test("a summarizer that says only how many calls it made is believed", async () => {
    const summarizer: Summarizer = {
      name: "plain",
      summarize: () => Promise.resolve({ text: "said before", method: "plain", calls: 2 }),
    };
    expect(receiptOf((await fitted({ summarizer })).outcome).attempts).toEqual([
      { by: "plain", fault: null, usage: null },
      { by: "plain", fault: null, usage: null },
    ]);
  });

  test("an offline summarizer alone asks no model", async () => {
    const { outcome } = await fitted({ summarizer: quoting() });
    expect(receiptOf(outcome)).toMatchObject({ method: "quoting", attempts: [] });
  });

  test.each([undefined, null, [], {}, [quoting(), undefined]])(
    "a compactor without a summarizer is refused: %j",
    (summarizer) => {
      expect(() => createCompactor({ summarizer } as unknown as CompactorOptions)).toThrow(
        /^summarizer is .*: expected a summarizer, a list of them or a function/,
      );
    },
  );

  test.each([
    [undefined, "summarizer is undefined: expected a summarizer"],
    [{ summarizer: quoting(), estimator: () => 1 }, "estimator is "],
    [{ summarizer: quoting(), estimator: null }, "estimator is null: expected an estimator"],
    [{ summarizer: quoting(), policy: { trigger: 0.8 } }, "policy.trigger is 0.8: expected a"],
  ])("options that cannot be used are refused by name: %o", (options, message) => {
    expect(() => createCompactor(options as unknown as CompactorOptions)).toThrow(message);
  });

  test("limits that are not numbers are rejected", () => {
    for (const summaries of [
      { maxCalls: 0 },
      { maxCalls: 1.5 },
      { deadlineMs: 0 },
      { deadlineMs: Number.NaN },
    ])
      expect(() => createCompactor({ summarizer: quoting(), summaries })).toThrow(
        /^summaries\.(?:maxCalls|deadlineMs) is /,
      );
  });
});

describe("time", () => {
  const atOnce: Sleep = () => Promise.resolve();

  test("after the deadline no other model is called and the view stays", async () => {
    const signals: AbortSignal[] = [];
    const slow: Summarizer = {
      name: "slow",
      summarize: (_request, signal) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    };
    const next = saying("next", "said before");
    const options = { summarizer: [slow, next], summaries: { sleep: atOnce, deadlineMs: 7 } };
    const { outcome } = await fitted(options);
    expect(errorOf(outcome).failure).toEqual({
      fault: "timeout",
      attempts: [{ by: "slow", fault: "timeout", usage: null }],
    });
    expect(signals[0]?.aborted).toBe(true);
    expect(next.requests).toHaveLength(0);
    const offline = await fitted({ ...options, summarizer: [slow, next, quoting()] });
    expect(receiptOf(offline.outcome)).toMatchObject({ method: "quoting", attempts: [{}] });
    expect(next.requests).toHaveLength(0);
  });

  test("the caller's stop is no failure: no candidate is asked after it", async () => {
    const stop = new AbortController();
    const next = saying("next", "said before");
    const summarizer = [
      { ...hanging(), summarize: () => (stop.abort(), new Promise<Summary>(() => undefined)) },
      { ...next, offline: true },
    ];
    const { state, outcome } = await fitted({ summarizer }, longHistory(), {
      signal: stop.signal,
    });
    expect(outcome).toEqual({ type: "cancelled" });
    expect(state).toBeNull();
    expect(next.requests).toHaveLength(0);
  });

  test("a timer is cleared as soon as there is a summary", async () => {
    const ended: boolean[] = [];
    const sleep: Sleep = (_milliseconds, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          ended.push(true);
          resolve();
        });
      });
    await fitted({ summaries: { sleep } });
    expect(ended).toEqual([true]);
  });
});

describe("guidance", () => {
  test("instructions, lines, prompt and the wish for a short text reach the summarizer", async () => {
    const summarizer = scripted();
    await fitted({ summarizer }, longHistory(), {
      instructions: "Mind the ports.",
      contextLines: ["branch: main"],
      prompt: "A haiku.",
      shortText: true,
    });
    expect(summarizer.requests[0]).toMatchObject({
      instructions: "Mind the ports.",
      contextLines: ["branch: main"],
      prompt: "A haiku.",
      shortText: true,
    });
  });

  test("a hook adds guidance, and its preserved value is in the receipt", async () => {
    const summarizer = scripted();
    const preserved = { plugin: { version: 3, ids: ["a", null] } };
    const { outcome } = await fitted(
      {
        summarizer,
        beforeCompaction: () => ({
          type: "guide",
          instructions: "And the hosts.",
          contextLines: ["two"],
          prompt: "A list.",
          preserved,
        }),
      },
      longHistory(),
      { instructions: "Mind the ports.", contextLines: ["one"] },
    );
    expect(summarizer.requests[0]).toMatchObject({
      instructions: "Mind the ports.\nAnd the hosts.",
      contextLines: ["one", "two"],
      prompt: "A list.",
    });
    expect(receiptOf(outcome).preserved).toEqual(preserved);
  });

  test("a supplied summary's details are in the receipt", async () => {
    const { outcome } = await fitted({
      beforeCompaction: () => ({
        type: "supply",
        summary: { text: "by hand", details: { readFiles: ["x"] } },
        preserved: [1],
      }),
    });
    expect(receiptOf(outcome)).toMatchObject({
      method: "supplied",
      details: { readFiles: ["x"] },
      preserved: [1],
      attempts: [],
    });
  });

  test("a short text is stored in the receipt", async () => {
    const summarizer: Summarizer = {
      name: "short",
      summarize: () =>
        Promise.resolve({
          text: "said before",
          shortText: "Work on ports.",
          method: "short",
          calls: 1,
          promptVersion: "p/1",
        }),
    };
    expect(receiptOf((await fitted({ summarizer })).outcome)).toMatchObject({
      shortText: "Work on ports.",
      promptVersion: "p/1",
    });
  });

  test("the live view, its system text and tools, and the mark are there for an aligned request", async () => {
    const summarizer = scripted();
    const history = longHistory();
    const request = { system: "Be careful.", tools: [{ name: "read" }], model: "m" };
    await fitted({ summarizer }, history, request);
    const live = { view: viewOf(history), ...request, hasSecrets: false };
    expect(summarizer.requests[0]?.live).toEqual(live);
    expect(summarizer.requests[0]?.previousState).toBeNull();
  });
});

describe("secrets", () => {
  const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const leaking = longHistory(12, [
    userMessage("start"),
    call("k", "bash", `{"command":"login ${secret}"}`),
    result("k", 5),
    answer(5),
  ]);

  test("do not reach a summarizer through messages, the previous summary or guidance", async () => {
    const summarizer = scripted(`the token is ${secret}`);
    const compactor = createCompactor(engine({ summarizer, redact: (text) => text }));
    const first = await compactor.fit(leaking, { windowTokens: 1200 });
    expect(JSON.stringify(first.state)).toContain(secret);
    const clean = scripted("what was said");
    await createCompactor(engine({ summarizer: clean })).fit(
      { items: longHistory(24).items, state: first.state },
      {
        windowTokens: 1200,
        instructions: `use ${secret}`,
        contextLines: [`TOKEN ${secret}`],
        prompt: `Say ${secret}.`,
      },
    );
    const [request] = clean.requests;
    const {
      live: _live,
      previousState: _mark,
      estimator: _estimator,
      ...texts
    } = request ?? ({} as SummaryRequest);
    expect(texts.previousSummary).toBe("the token is [redacted]");
    expect(JSON.stringify(texts)).not.toContain(secret);
  });

  test.each([
    ["a call", leaking, {}],
    ["the name of a tool", longHistory(), { tools: [{ name: secret }] }],
    ["system text", longHistory(), { system: secret }],
    ["a replacement", replacing(secret), {}],
  ])("are marked in an aligned request: %s", async (_, history, request) => {
    const summarizer = scripted();
    await fitted({ summarizer }, history, request);
    const own = (text: string): string => text.replaceAll("question", "--");
    await fitted({ summarizer, redact: own }, longHistory(), {});
    await fitted({ summarizer, redact: (text) => text }, history, request);
    const marks = summarizer.requests.map(({ live }) => live?.hasSecrets);
    expect(marks).toEqual([true, true, false]);
  });

  test("are not looked for in an aligned request that no summarizer reads", async () => {
    const system = "Be careful.";
    const redacted: string[] = [];
    const redact = (text: string): string => {
      redacted.push(text);
      return text;
    };
    const summarizer = scripted();
    await fitted({ summarizer, redact }, longHistory(), { system });
    expect(redacted).not.toContain(system);
    expect(summarizer.requests[0]?.live?.hasSecrets).toBe(false);
    expect(redacted).toContain(system);
  });

  test.each([
    new Error(`refused: ${secret}`),
    new CutpointError("summary-failed", `refused: ${secret}`),
  ])("do not get out of a failed one by the message of its error", async (error) => {
    const summarizer: Summarizer = {
      name: "own",
      async summarize() {
        throw error;
      },
    };
    const messages: string[] = [];
    const onEvent = (event: CompactionEvent): void => {
      if ("error" in event) messages.push(String(event.error));
      if ("message" in event) messages.push(event.message);
    };
    const { outcome } = await fitted({ summarizer, onEvent }, leaking);
    expect(outcome).toMatchObject({
      type: "failed",
      error: { message: expect.stringContaining("refused: [redacted]") as string },
    });
    expect(messages.length).toBeGreaterThan(1);
    expect(messages.join("\n")).not.toContain(secret);
  });

  test("do not get out of one: neither by its text, nor by the digest, nor by quotes", async () => {
    const told = await fitted({ summarizer: scripted(`the token is ${secret}`) }, leaking);
    const offline = await fitted({ summarizer: quoting() }, leaking);
    expect(JSON.stringify(told.state)).toContain("the token is [redacted]");
    for (const state of [told.state, offline.state])
      expect(JSON.stringify(state)).not.toContain(secret);
  });

  test("a redaction that throws, or gives no text, blocks nothing: the default does it", async () => {
    for (const redact of [
      (): string => {
        throw new Error("scanner is down");
      },
      (): string => undefined as never,
    ]) {
      const { events, state, outcome } = await fitted(
        { summarizer: scripted(`token ${secret}`), redact },
        leaking,
      );
      expect(outcome.type).toBe("compacted");
      expect(JSON.stringify(state)).not.toContain(secret);
      expect(events.some(({ type }) => type === "hook-failed")).toBe(true);
    }
  });
});

describe("going on", () => {
  const step = [user(10), call("z"), result("z", 10)];
  const done = [user(10), answer(10)];
  const asked = [answer(10), user(10)];
  const cases: readonly (readonly [
    name: string,
    last: readonly Message[],
    force: boolean,
    expected: object,
  ])[] = [
    [
      "a step is under way",
      step,
      false,
      { continuation: "Continue if you have next steps.", situation: "tool-loop" },
    ],
    ["the turn is over", done, false, { continuation: null, situation: "idle" }],
    ["the user waits for an answer", asked, false, { continuation: null, situation: "unanswered" }],
    ["somebody asked for it", done, true, { continuation: null, situation: "manual" }],
    [
      "somebody asked for it within a step",
      step,
      true,
      { continuation: null, situation: "tool-loop" },
    ],
  ];

  test.each(cases)("%s", async (_name, last, force, expected) => {
    const { items } = longHistory();
    const history: History = {
      items: itemsOf(...items.map(({ message }) => message), ...last),
      state: null,
    };
    expect((await fitted({}, history, { force })).outcome).toMatchObject({
      type: "compacted",
      ...expected,
    });
  });
});
