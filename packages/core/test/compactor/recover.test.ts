import { describe, expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { History } from "../../src/message/history.ts";
import type { AssistantMessage, Message } from "../../src/message/message.ts";
import {
  answer,
  call,
  itemsOf,
  result,
  user,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine } from "./scripted.ts";

function historyOf(...messages: readonly Message[]): History {
  return { items: itemsOf(...messages), state: null };
}

/** A hundred turns of 200 tokens each. */
const long = historyOf(
  ...Array.from({ length: 100 }, () => [user(100), answer(100)] as const).flat(),
);

const tooLong = (asked: number, limit: number): Error =>
  new Error(`prompt is too long: ${asked} tokens > ${limit} maximum`);

describe("recover", () => {
  test("an overflow returns a smaller view to send again", async () => {
    const compactor = createCompactor(engine());
    const recovered = await compactor.recover(long, tooLong(20_001, 20_000), {
      windowTokens: 20_000,
    });
    expect(recovered).toMatchObject({ retry: true, outcome: { type: "compacted" } });
    expect(compactor.usage({ items: long.items, state: recovered.state }).tokens).toBeLessThan(
      15_000,
    );
  });

  test("removes at least a quarter and keeps at most half", async () => {
    const compactor = createCompactor(
      engine({ policy: { keep: { type: "tokens", tokens: 40_000 } } }),
    );
    const { outcome } = await compactor.recover(long, new Error("context length exceeded"), {
      windowTokens: 200_000,
    });
    if (outcome.type !== "compacted") throw new Error(outcome.type);
    expect(outcome.receipt.tokensAfter).toBeLessThanOrEqual(15_000);
    expect(outcome.receipt.kept.tokens).toBeLessThanOrEqual(10_000);
  });

  test("the reported limit applies if no window is known", async () => {
    const compactor = createCompactor(engine({ policy: { keep: { type: "share", share: 0.35 } } }));
    const remainingAfter = async (error: Error): Promise<number> => {
      const { outcome } = await compactor.recover(long, error);
      return outcome.type === "compacted" ? outcome.receipt.tokensAfter : Number.NaN;
    };
    expect(await remainingAfter(tooLong(20_100, 8000))).toBeLessThanOrEqual(6000);
    expect(await remainingAfter(new Error("context length exceeded"))).toBeGreaterThan(6000);
  });

  test("a reported limit above the estimate shows that the estimate is too low", async () => {
    const compactor = createCompactor(
      engine({ policy: { keep: { type: "tokens", tokens: 40_000 } } }),
    );
    const error = new Error("This model's maximum context length is 100000 tokens.");
    const { outcome } = await compactor.recover(long, error, { windowTokens: 200_000 });
    expect(outcome.type === "compacted" && outcome.receipt.tokensAfter).toBeLessThanOrEqual(15_000);
  });

  test("a reported count far above the estimate scales the result down", async () => {
    const { outcome } = await createCompactor(engine()).recover(long, tooLong(80_000, 32_000));
    if (outcome.type !== "compacted") throw new Error(outcome.type);
    expect(outcome.receipt.tokensAfter * 4).toBeLessThanOrEqual(24_000);
  });

  test("an answer is an overflow only if its usage shows that the request did not fit", async () => {
    const compactor = createCompactor(engine());
    const silent: AssistantMessage = {
      role: "assistant",
      parts: [],
      usage: { inputTokens: 10_001, outputTokens: 3 },
    };
    const options = { windowTokens: 10_000 };
    expect(await compactor.recover(long, silent, options)).toMatchObject({
      retry: true,
      outcome: { type: "compacted", receipt: { reason: "overflow" } },
    });
    const fits = { ...silent, usage: { inputTokens: 10_000, outputTokens: 3 } };
    expect(await compactor.recover(long, fits, options)).toMatchObject({
      retry: false,
      outcome: { why: "not-an-overflow" },
    });
    expect((await compactor.recover(long, silent)).retry).toBe(false);
    expect((await compactor.recover(long, answer(1), options)).retry).toBe(false);
  });

  test("an empty 429 is an overflow only if the policy says so, also for one model", async () => {
    const limited = Object.assign(new Error("429 status code (no body)"), { status: 429 });
    const retryOf = async (
      policy: Parameters<typeof engine>[0] & object,
      model?: string,
    ): Promise<boolean> =>
      (
        await createCompactor(engine(policy)).recover(long, limited, {
          windowTokens: 20_000,
          ...(model === undefined ? {} : { model }),
        })
      ).retry;
    expect(await retryOf({})).toBe(false);
    expect(await retryOf({ policy: { empty429IsOverflow: true } })).toBe(true);
    const policy = { models: { gateway: { empty429IsOverflow: true } } };
    expect(await retryOf({ policy }, "gateway")).toBe(true);
    expect(await retryOf({ policy }, "other")).toBe(false);
  });

  test("runs once for a user message that was compacted, until the model answers", async () => {
    const steps = Array.from({ length: 40 }, (_, number) => [
      call(`c${number}`),
      result(`c${number}`, 300),
    ]);
    const history = historyOf(user(50), ...steps.flat());
    const compactor = createCompactor(engine({ policy: { windowTokens: 20_000 } }));
    const first = await compactor.recover(history, tooLong(20_001, 20_000));
    expect(first.view.messages.map(({ role }) => role)).not.toContain("system");
    expect(first.retry).toBe(true);
    const second = await compactor.recover(first.history, tooLong(20_001, 20_000));
    expect(second).toMatchObject({ retry: false, outcome: { why: "already-recovered" } });
    const items = [...history.items, { id: "next", message: call("next") }];
    const third = await compactor.recover({ items, state: first.state }, tooLong(9_000, 8_000));
    expect(third.outcome.type).toBe("compacted");
  });

  test("keeps three quarters of what can be compacted if the system text exceeds the trigger", async () => {
    const compactor = createCompactor(
      engine({ policy: { trigger: { type: "tokens", tokens: 1_000 } } }),
    );
    const request = { system: "word".repeat(20_000), windowTokens: 100_000 };
    const { outcome } = await compactor.recover(long, new Error("prompt is too long"), request);
    if (outcome.type !== "compacted") throw new Error(outcome.type);
    expect(outcome.receipt.tokensBefore).toBeGreaterThan(39_000);
    expect(outcome.receipt.tokensAfter).toBeLessThanOrEqual(20_000 + 15_000);
  });

  test("does not retry if nothing can be compacted", async () => {
    const compactor = createCompactor(engine());
    const recovered = await compactor.recover(historyOf(user(10)), tooLong(20_000, 10_000));
    expect(recovered.retry).toBe(false);
    expect(recovered.outcome.type).not.toBe("compacted");
  });
});
