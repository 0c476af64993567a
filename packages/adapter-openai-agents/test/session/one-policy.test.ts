import type { CompactionEvent, Policy } from "@cutpoint/core";
import type { SessionEvent } from "@cutpoint/session";
import { startProvider } from "@cutpoint/provider-sim";
import { describe, expect, test } from "vitest";
import { createCompactedRunner } from "../../src/session/compacted-runner.ts";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import { agentWith, filler, openAI } from "../support/run-agent.ts";
import { createMemoryStore, runOnce } from "../support/session-run.ts";

const TURNS = 40;
const windowTokens = 8000;
const policy: Policy = {
  windowTokens,
  trigger: { type: "share", share: 0.4 },
  keepTokens: windowTokens / 10,
};

/** Runs a conversation that fills the window several times. Returns the number of compactions of each part. */
async function compactions(
  isStreamed: boolean,
  parts: readonly ("session" | "runner")[],
): Promise<{ readonly session: number; readonly runner: number }> {
  const counts = { session: 0, runner: 0 };
  const optionsOf = (part: "session" | "runner") => ({
    onEvent({ type }: { readonly type: CompactionEvent["type"] | SessionEvent["type"] }) {
      if (type === "applied") counts[part] += 1;
    },
    ...(parts.includes(part) ? { policy } : {}),
  });
  await using simulated = await startProvider({ windowTokens, script: () => "Very well." });
  const session = createCompactingSession({
    store: createMemoryStore(),
    sessionId: "one",
    ...optionsOf("session"),
  });
  const runner = createCompactedRunner({
    provider: openAI(simulated.url, "responses"),
    config: { model: "any", tracingDisabled: true },
    ...optionsOf("runner"),
  });
  const agent = agentWith(undefined);
  for (let turn = 1; turn <= TURNS; turn += 1)
    await runOnce(runner, filler(turn, 120), { session, isStreamed, agent });
  expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
  expect((await session.getAllItems()).length).toBe(2 * TURNS);
  return counts;
}

describe.each([false, true])("streamed: %s", (isStreamed) => {
  test("if the session and the runner have a policy, only the session compacts", async () => {
    const { runner, session } = await compactions(isStreamed, ["session", "runner"]);
    expect(session).toBeGreaterThan(2);
    expect(runner).toBe(0);
  });

  test("a policy of the runner alone compacts its requests", async () => {
    const { runner, session } = await compactions(isStreamed, ["runner"]);
    expect(runner).toBeGreaterThan(2);
    expect(session).toBe(0);
  });
});
