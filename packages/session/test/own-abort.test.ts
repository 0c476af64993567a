import { createCharacterEstimator, type Summarizer, syntheticMessage } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { answer, user } from "../../../tooling/laws/src/generate/sized-messages.ts";
import { openSession } from "../src/open-session.ts";
import type { Session } from "../src/session.ts";
import { createTestStore } from "./support/store.ts";

/** A session with enough to summarize and a summarizer that waits for an abort. */
async function hanging(): Promise<{
  readonly session: Session;
  readonly asked: Promise<AbortSignal>;
}> {
  const { promise: asked, resolve } = Promise.withResolvers<AbortSignal>();
  const summarizer: Summarizer = {
    name: "hanging",
    summarize: (_request, signal) => {
      resolve(signal);
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true });
      });
    },
  };
  const session = await openSession({
    store: createTestStore(),
    sessionId: "s",
    policy: { windowTokens: 1_200, keep: { type: "tokens", tokens: 100 } },
    estimator: createCharacterEstimator({ charactersPerToken: 4 }),
    summarizer,
  });
  await session.append(Array.from({ length: 10 }, () => [user(60), answer(60)]).flat());
  return { session, asked };
}

describe("abort signals of a compaction", () => {
  test("cancelling a compaction does not abort the app's signal", async () => {
    const { asked, session } = await hanging();
    const app = new AbortController();
    const fitting = session.fit({ signal: app.signal, announce: [syntheticMessage("working")] });
    const given = await asked;
    expect(given).not.toBe(app.signal);
    session.abort();
    expect((await fitting).outcome).toEqual({ type: "cancelled" });
    expect([given.aborted, app.signal.aborted]).toEqual([true, false]);
  });

  test("a compaction needs no signal of the app", async () => {
    const { asked, session } = await hanging();
    const fitting = session.fit();
    const given = await asked;
    expect(given.aborted).toBe(false);
    await session[Symbol.asyncDispose]();
    expect((await fitting).outcome).toEqual({ type: "cancelled" });
  });

  test("the app's signal cancels the compaction of one session only", async () => {
    const [one, other] = await Promise.all([hanging(), hanging()]);
    const app = new AbortController();
    const fitting = one.session.fit({ signal: app.signal });
    const others = other.session.fit();
    const signals = await Promise.all([one.asked, other.asked]);
    app.abort();
    expect((await fitting).outcome).toEqual({ type: "cancelled" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    other.session.abort();
    expect((await others).outcome).toEqual({ type: "cancelled" });
  });
});
