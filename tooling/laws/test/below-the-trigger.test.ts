import {
  type CompactionState,
  createCompactor,
  type Item,
  type Policy,
  type Summarizer,
  userMessage,
} from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { describe, expect, test } from "vitest";

const words = (count: number): string => "word ".repeat(count);

/** A turn with a call, or of a chat. */
function turnOf(turn: number, hasTools: boolean): readonly Item[] {
  const asked = { id: `u${turn}`, message: userMessage(`Step ${turn}: ${words(100)}`) };
  const text = { type: "text", text: `Answer ${turn}. ${words(hasTools ? 700 : 60)}` } as const;
  if (!hasTools) return [asked, { id: `a${turn}`, message: { role: "assistant", parts: [text] } }];
  const call = { type: "tool-call", callId: `c${turn}`, name: "read", arguments: "{}" } as const;
  return [
    asked,
    { id: `a${turn}`, message: { role: "assistant", parts: [call] } },
    { id: `t${turn}`, message: { role: "tool", callId: call.callId, name: "read", parts: [text] } },
  ];
}

/** A model that fills the room it gets, and counts its calls. */
function fillingModel(): Summarizer & { readonly rooms: number[] } {
  const rooms: number[] = [];
  return {
    name: "model",
    rooms,
    summarize: async ({ estimator, maxTokens }) => {
      rooms.push(maxTokens);
      const sentence = "It is built of oak. ";
      const most = Math.floor(maxTokens / (estimator.estimateText(sentence) + 1)) - 1;
      return { text: sentence.repeat(Math.max(1, most)), method: "model", calls: 1 };
    },
  };
}

type Played = { readonly sizes: readonly number[]; readonly methods: readonly string[] };

/** Plays a conversation and returns the size of each request. */
async function play(
  policy: Policy,
  summarizer: Summarizer | readonly Summarizer[],
  { hasTools = true, system = "", turns = 70 } = {},
): Promise<Played> {
  const methods: string[] = [];
  const compactor = createCompactor({
    summarizer,
    policy,
    onEvent: (event) => {
      if (event.type === "applied") methods.push(event.receipt.method);
    },
  });
  const items: Item[] = [];
  const sizes: number[] = [];
  let state: CompactionState | null = null;
  for (let turn = 0; turn < turns; turn += 1)
    for (const item of turnOf(turn, hasTools)) {
      items.push(item);
      if (item.message.role === "assistant") continue;
      ({ state } = await compactor.fit({ items, state }, { system }));
      sizes.push(compactor.usage({ items, state }, { system }).tokens);
    }
  return { sizes, methods };
}

const timeline: Policy = {
  trigger: { type: "share", share: 0.9 },
  keep: {
    type: "any",
    of: [
      { type: "share", share: 0.7 },
      { type: "turns", turns: 6 },
    ],
  },
  keepUserTokens: 0,
};
const pi: Policy = {
  trigger: { type: "reserve", tokens: 16_384 },
  keep: { type: "tokens", tokens: 10_000 },
};

describe("no request is above the trigger's limit", () => {
  test.each<[string, Policy, number, boolean]>([
    ["timeline with tools", timeline, 0.9, true],
    ["timeline of a chat", timeline, 0.9, false],
    ["reserve", pi, (32_000 - 16_384) / 32_000, true],
    ["default", {}, 0.75, true],
    ["large newest part", { keep: { type: "share", share: 0.6 } }, 0.75, true],
    ["large summary", { summaryTokens: 12_000 }, 0.75, true],
  ])("%s, offline and with a model that uses its budget", async (_, policy, share, hasTools) => {
    const windowTokens = hasTools ? 32_000 : 8_000;
    const own = { windowTokens, ...policy };
    const limit = Math.floor(windowTokens * share);
    const offline = await play(own, createExtractiveSummarizer(), { hasTools });
    expect(Math.max(...offline.sizes)).toBeLessThanOrEqual(limit);
    const model = fillingModel();
    const paid = await play(own, [model, createExtractiveSummarizer()], { hasTools });
    expect(Math.max(...paid.sizes)).toBeLessThanOrEqual(limit);
    expect(paid.methods).toEqual(model.rooms.map(() => "model"));
    expect(paid.methods.length).toBeGreaterThan(1);
  });
});

describe("every paid summary has room", () => {
  const expectRoom = async (windowTokens: number, fixed: number): Promise<void> => {
    const model = fillingModel();
    const { methods, sizes } = await play({ windowTokens }, [model, createExtractiveSummarizer()], {
      system: words(fixed),
      turns: 50,
    });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(windowTokens);
    expect(methods.filter((method) => method === "model")).toHaveLength(model.rooms.length);
    expect(Math.min(...model.rooms, 400)).toBeGreaterThanOrEqual(360);
  };

  test("with a fixed part of 24,000 of 32,768 tokens", async () => {
    expect.hasAssertions();
    await expectRoom(32_768, 24_000);
  });

  test("with a fixed part of 43,000 of 65,536 tokens", { tags: ["long"] }, async () => {
    expect.hasAssertions();
    await expectRoom(65_536, 43_000);
  });
});

test("a fixed part above the trigger compacts as far as the window needs, and is reported once", async () => {
  const events: string[] = [];
  const compactor = createCompactor({
    summarizer: createExtractiveSummarizer(),
    policy: { windowTokens: 60_000 },
    onEvent: (event) => {
      if (event.type === "policy-adjusted") events.push(event.settings.join());
      if (event.type === "failed") throw event.error;
    },
  });
  const items: Item[] = [];
  let state: CompactionState | null = null;
  for (let turn = 0; turn < 60; turn += 1) {
    items.push(...turnOf(turn, false));
    const request = { system: words(50_000) };
    const fitted = await compactor.fit({ items, state }, request);
    ({ state } = fitted);
    expect(fitted.outcome.type).not.toBe("failed");
    expect(compactor.usage({ items, state }, request).tokens).toBeLessThan(60_000);
  }
  expect(events).toEqual(["trigger"]);
});
