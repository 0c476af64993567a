import { createMemoryStateStore } from "@cutpoint/store-memory";
import { MemorySession, type ModelProvider } from "@openai/agents-core";
import { assistantMessage, modelResponse, ScriptedModel } from "@openai/agents-core/testing";
import { expect, test } from "vitest";
import { createCompactingRunner } from "../../src/session/compacting-runner.ts";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import { agentWith, EAGER, talk } from "../support/run-agent.ts";

/** A provider of a model that answers `runs` times. */
function providerOf(runs: number): {
  readonly provider: ModelProvider;
  readonly model: ScriptedModel;
} {
  const answer = modelResponse([assistantMessage("Yes.")]);
  const model = new ScriptedModel(Array.from({ length: runs }, () => answer));
  return { model, provider: { getModel: async () => model } };
}

test("a runner stores the states of a session under its id, and finds them after a restart", async () => {
  const states = createMemoryStateStore();
  const session = new MemorySession({ sessionId: "ann", initialItems: talk(6) });
  const { model, provider } = providerOf(2);
  const config = { tracingDisabled: true };
  const summaries: string[] = [];
  const onEvent = ({ type }: { readonly type: string }): void => void summaries.push(type);
  const sent: number[] = [];
  for (let run = 0; run < 2; run += 1) {
    const runner = createCompactingRunner({ provider, config, states, policy: EAGER, onEvent });
    await runner.run(agentWith(undefined), "And now?", { session });
    sent.push(model.lastCall?.request.input.length ?? 0);
  }
  expect(summaries.filter((type) => type === "applied")).toHaveLength(1);
  expect(Math.max(...sent)).toBeLessThan(12);
  expect(await states.find("ann")).toContain('"version":1');
  expect(await states.delete("ann")).toBe(true);
});

test("clearing a session deletes its states", async () => {
  const states = createMemoryStateStore();
  const inner = new MemorySession({ sessionId: "ann", initialItems: talk(6) });
  const session = createCompactingSession({ session: inner, states, policy: EAGER });
  await session.runCompaction();
  expect(await states.find("ann")).toContain('"version":1');
  await session.clearSession();
  expect(await Array.fromAsync(states.list())).toEqual([]);
  expect(await inner.getItems()).toEqual([]);
});
