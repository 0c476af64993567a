import { createMemoryStore } from "@cutpoint/store-memory";
import { MemorySession, type ModelSettings, type Runner, type Session } from "@openai/agents-core";
import { expect, test } from "vitest";
import { useSmallWindow } from "../../../conformance/test/support/adapter/small-window.ts";
import { withCompaction } from "../../src/model/with-compaction.ts";
import { createCompactingRunner } from "../../src/session/compacting-runner.ts";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import { agentWith, openAI, runnerOf, talk } from "../support/run-agent.ts";

const { answerWith, outcomes, url } = useSmallWindow();

type Shown = { readonly type: string; readonly status: string; readonly entryId?: string };

/** The events of a stream: those of compactions, and the text. */
async function stream(
  runner: Runner,
  input: Parameters<Runner["run"]>[1],
  { modelSettings = {}, session }: { modelSettings?: ModelSettings; session?: Session } = {},
) {
  const shown: Shown[] = [];
  let text = "";
  const options = { stream: true, ...(session && { session }) } as const;
  const result = await runner.run(agentWith(undefined).clone({ modelSettings }), input, options);
  for await (const event of result) {
    if (event.type !== "raw_model_stream_event") continue;
    if (event.data.type === "output_text_delta") text += event.data.delta;
    const raw = event.data.type === "model" ? (event.data.event as Shown) : null;
    if (raw?.type === "compaction") shown.push(raw);
  }
  return { shown, text, statuses: shown.map(({ status }) => status) };
}

test.each(["responses", "chat"] as const)(
  "a stream of %s reports a compaction, and nothing without one",
  async (api) => {
    const runner = runnerOf(
      withCompaction(openAI(url(), api), { policy: { windowTokens: 2_000 } }),
    );
    const long = await stream(runner, talk(20));
    expect(long.statuses).toEqual(["started", "applied"]);
    expect(long.text).toBe("OK.");
    expect((await stream(runner, talk(1))).shown).toEqual([]);
  },
);

test("a stream reports a near limit and a recovery", async () => {
  const runner = runnerOf(
    withCompaction(openAI(url(), "chat"), { policy: { windowTokens: 4_700 } }),
  );
  expect((await stream(runner, talk(10))).statuses).toEqual([]);
  expect((await stream(runner, talk(20))).statuses).toEqual([
    "near-limit",
    "started",
    "applied",
    "recovered",
  ]);
  expect(outcomes()).toEqual(["answered", "refused", "answered"]);
});

test("concurrent streams report their own compactions", async () => {
  const runner = runnerOf(
    withCompaction(openAI(url(), "chat"), { policy: { windowTokens: 2_000 } }),
  );
  const streams = await Promise.all(
    [20, 1, 21, 2].map(async (turns) => stream(runner, talk(turns))),
  );
  expect(streams.map(({ shown }) => shown.length)).toEqual([2, 0, 2, 0]);
});

test("the runner may repeat a compacted request that failed", async () => {
  const policy = { windowTokens: 2_000 };
  const runner = runnerOf(withCompaction(openAI(url(), "chat"), { policy }));
  const retry = { maxRetries: 1, policy: () => true, backoff: { initialDelayMs: 1 } };
  answerWith({ type: "failure", failure: "server-error" });
  const { shown, text } = await stream(runner, talk(20), { modelSettings: { retry } });
  expect(outcomes()).toEqual(["failed", "answered"]);
  expect(text).toBe("OK.");
  expect(shown).toEqual([]); // the second request continues with the state of the first
});

test("a session around another one reports a compaction once", async () => {
  const policy = { windowTokens: 2_000 };
  const runner = createCompactingRunner({
    provider: openAI(url(), "chat"),
    config: { tracingDisabled: true, model: "any" },
  });
  const session = createCompactingSession({ session: new MemorySession(), policy });
  await session.addItems(talk(20));
  expect((await stream(runner, "And now?", { session })).statuses).toEqual(["started", "applied"]);
});

test("a session reports the entry to revert", async () => {
  const policy = { windowTokens: 2_000 };
  const runner = createCompactingRunner({
    provider: openAI(url(), "chat"),
    policy,
    config: { tracingDisabled: true, model: "any" },
  });
  await using session = createCompactingSession({
    store: createMemoryStore(),
    sessionId: "one",
    policy,
  });
  await session.addItems(talk(20));
  const { shown } = await stream(runner, "And now?", { session });
  const entryId = shown.find(({ status }) => status === "applied")?.entryId ?? "";
  await (await session.session()).revert(entryId);
  expect((await session.getItems()).length).toBeGreaterThan(40);
});
