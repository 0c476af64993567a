import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { itemsOf, user, answer } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { History } from "../../src/message/history.ts";
import { type Message, type Part, userMessage } from "../../src/message/message.ts";
import type { CompactionState } from "../../src/message/state.ts";
import { learnLimit } from "../../src/plan/learned-limits.ts";
import type { View } from "../../src/view/view.ts";
import { engine } from "./scripted.ts";

const file = (mediaType: string): Part => ({
  type: "file",
  mediaType,
  url: `data:${mediaType};base64,${"A".repeat(4_000)}`,
});

function withFiles(count: number, mediaType = "image/png"): readonly Message[] {
  return Array.from({ length: count }, (): readonly Message[] => [
    { ...userMessage(""), parts: [{ type: "text", text: "see" }, file(mediaType)] } as Message,
    answer(2),
  ]).flat();
}

function historyOf(...messages: readonly Message[]): History {
  return { items: itemsOf(...messages), state: null };
}

function filesIn({ messages }: View): number {
  return messages.flatMap(({ parts }): readonly Part[] => parts).filter((p) => p.type === "file")
    .length;
}

const turns = (count: number): readonly Message[] =>
  Array.from({ length: count }, () => [user(50), answer(50)]).flat();

describe("a limit that a provider reported", () => {
  test("for tokens is the window from the next request on, also if none was known", async () => {
    const compactor = createCompactor(engine());
    const history = historyOf(...turns(100));
    const error = new Error("prompt has 10500 tokens, maximum context length is 8000");
    const { retry, state } = await compactor.recover(history, error, { model: "local" });
    expect(retry).toBe(true);
    const later = { items: [...history.items, ...itemsOf(...turns(60)).map(renamed)], state };
    const { outcome, view } = await compactor.fit(later, { model: "local" });
    expect(outcome.type).toBe("compacted");
    expect(compactor.usage(later, { model: "local" })).toMatchObject({
      windowTokens: 8000,
      windowSource: "reported",
    });
    expect(JSON.stringify(view.messages).length / 4).toBeLessThan(8000);
  });

  test("below 1,000 tokens counts only if the size of the request was reported too", () => {
    const reported = { unit: "tokens", limit: 999, asked: null } as const;
    expect(learnLimit(null, "m", reported)).toBeNull();
    const limitsOf = (given: Parameters<typeof learnLimit>[2]) =>
      learnLimit(null, "m", given)?.limits;
    expect(limitsOf({ ...reported, asked: 2_000 })).toEqual({ m: { windowTokens: 999 } });
    expect(limitsOf({ ...reported, limit: 1_000 })).toEqual({ m: { windowTokens: 1_000 } });
  });

  test("is for its model only, and lowers a larger window", async () => {
    const compactor = createCompactor(engine());
    const history = historyOf(...turns(100));
    const error = new Error("prompt is too long: 10500 tokens > 8000 maximum");
    const request = { model: "small", windowTokens: 20_000 };
    const { state } = await compactor.recover(history, error, request);
    const windowFor = (model: string): number | null =>
      compactor.usage({ ...history, state }, { ...request, model }).windowTokens;
    expect([windowFor("small"), windowFor("other")]).toEqual([8000, 20_000]);
  });

  test.each([
    ["images", "too many images: 30 > 20", "image/png", 15],
    ["images and documents", "too many images and documents: 30 + 0 > 20", "application/pdf", 15],
    ["PDF pages", "A maximum of 100 PDF pages may be provided, got 300", "application/pdf", 10],
    ["bytes", "Request body size 150000 exceeds the limit of 100000 bytes", "image/png", 12],
  ])("for %s: the oldest become a note, without a summary", async (_, message, type, left) => {
    const compactor = createCompactor(engine());
    const history = historyOf(...withFiles(30, type), user(10));
    const request = { model: "any", windowTokens: 200_000 };
    const recovered = await compactor.recover(history, new Error(message), request);
    expect(recovered).toMatchObject({
      retry: true,
      outcome: { type: "compacted", receipt: { method: "pruning" } },
    });
    expect(filesIn(recovered.view)).toBe(left);
    expect(recovered.view.messages).toHaveLength(history.items.length);
  });

  test("for images is kept by later requests", async () => {
    const compactor = createCompactor(engine());
    const request = { model: "any", windowTokens: 200_000 };
    const first = historyOf(...withFiles(30));
    const { state } = await compactor.recover(
      first,
      new Error("too many images: 30 > 20"),
      request,
    );
    for (let more = 1; more <= 12; more += 1) {
      const history = {
        items: [...first.items, ...itemsOf(...withFiles(more)).map(renamed)],
        state,
      };
      expect(filesIn((await compactor.fit(history, request)).view)).toBeLessThanOrEqual(20);
    }
  });

  test.each([
    ["a refusal", {}],
    ["the policy", { models: { any: { requestMessages: 100 } } }],
  ])("for messages, from %s: the view has fewer", async (from, policy) => {
    const compactor = createCompactor(engine({ policy: { windowTokens: 200_000, ...policy } }));
    const history = historyOf(...turns(100));
    const request = { model: "any" };
    const result =
      from === "the policy"
        ? await compactor.fit(history, request)
        : await compactor.recover(history, new Error("Too many messages: 200, limit 100"), request);
    expect(result.outcome.type).toBe("compacted");
    expect(result.view.messages.length).toBeLessThanOrEqual(100);
    expect(result.view.messages.length).toBeGreaterThan(30);
  });

  test("keeps the smallest number of a model, and at most eight models", () => {
    const limits = fc.array(fc.tuple(fc.nat(12), fc.integer({ min: 1_000, max: 9_000 })));
    fc.assert(
      fc.property(limits, (reports) => {
        let state: CompactionState | null = null;
        for (const [model, limit] of reports)
          state = learnLimit(state, `m${model}`, { unit: "tokens", limit, asked: null });
        const learned = Object.entries(state?.limits ?? {});
        expect(learned.length).toBeLessThanOrEqual(8);
        const isLearned = ([model, limit]: readonly [number, number]): boolean =>
          learned.some(
            ([name, { windowTokens = limit + 1 }]) => name === `m${model}` && windowTokens <= limit,
          );
        expect(reports.slice(-1).every(isLearned)).toBe(true);
      }),
    );
  });
});

function renamed<Value extends { readonly id: string }>(item: Value): Value {
  return { ...item, id: `later-${item.id}` };
}
