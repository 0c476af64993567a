import type { CompactionEvent, Policy, Summarizer } from "@cutpoint/core";
import type { SessionEvent } from "@cutpoint/session";
import { startProvider } from "@cutpoint/provider-sim";
import { MemorySession } from "@openai/agents-core";
import { describe, expect, test } from "vitest";
import { createCompactingRunner } from "../../src/session/compacting-runner.ts";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import { agentWith, filler, lookUp, openAI } from "../support/run-agent.ts";
import { createMemoryStore, runOnce } from "../support/session-run.ts";

const TURNS = 60;
const windowTokens = 8000;
const policy: Policy = {
  windowTokens,
  trigger: { type: "share", share: 0.4 },
  keep: { type: "tokens", tokens: windowTokens / 10 },
};

/** The two kinds of compacting sessions. */
const SESSIONS = {
  "a session over a store": () => ({ store: createMemoryStore(), sessionId: "one" }),
  "a session over another session": () => ({ session: new MemorySession() }),
};

type Case = { readonly isStreamed: boolean; readonly kind: keyof typeof SESSIONS };

/** Runs a conversation that fills the window several times. Returns the number of compactions of each part. */
async function compactions(
  { isStreamed, kind }: Case,
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
    ...SESSIONS[kind](),
    ...optionsOf("session"),
  } as Parameters<typeof createCompactingSession>[0]);
  const runner = createCompactingRunner({
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

const cases = (Object.keys(SESSIONS) as (keyof typeof SESSIONS)[]).flatMap((kind) =>
  [false, true].map((isStreamed): Case => ({ isStreamed, kind })),
);

describe.each(cases)("$kind, streamed: $isStreamed", (each) => {
  const isShort = !each.isStreamed && each.kind === "a session over a store";
  const tags = isShort ? [] : ["long"];

  test(
    "if the session and the runner have a policy, only the session compacts",
    { tags },
    async () => {
      const { runner, session } = await compactions(each, ["session", "runner"]);
      expect(session).toBeGreaterThan(2);
      expect(runner).toBe(0);
    },
  );

  test("a policy of the runner alone compacts its requests", { tags }, async () => {
    const { runner, session } = await compactions(each, ["runner"]);
    expect(runner).toBeGreaterThan(2);
    expect(session).toBe(0);
  });
});

test("runner and session summarize each item of another session once", async () => {
  const seen: string[] = [];
  const summarizer: Summarizer = {
    name: "recording",
    offline: true,
    summarize: async ({ items }) => {
      for (const { message } of items)
        seen.push(message.role === "tool" ? message.callId : JSON.stringify(message.parts));
      return { text: "They looked it up.", method: "recording", calls: 0, attempts: [] };
    },
  };
  await using simulated = await startProvider({
    windowTokens,
    script: ({ index }) =>
      index % 8 === 7
        ? `Answer ${index}.`
        : {
            type: "answer",
            text: `Step ${index}.`,
            calls: ["a", "b"].map((name) => ({
              name: "look_up",
              arguments: JSON.stringify({ key: `${name}${index}` }),
            })),
          },
  });
  const inner = new MemorySession();
  const session = createCompactingSession({ session: inner, policy, summarizer });
  const runner = createCompactingRunner({
    provider: openAI(simulated.url, "responses"),
    session,
    config: { model: "any", tracingDisabled: true },
  });
  const agent = agentWith(undefined, [lookUp()]);
  for (let turn = 1; turn <= 3; turn += 1) await runner.run(agent, filler(turn, 120));
  expect(seen.length).toBeGreaterThan(32);
  expect(seen.filter((item, place) => seen.indexOf(item) !== place)).toEqual([]);
  expect((await session.getItems()).length).toBeLessThan((await inner.getItems()).length);
});
