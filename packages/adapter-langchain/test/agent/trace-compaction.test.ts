import type { Receipt } from "@cutpoint/core";
import { HumanMessage } from "@langchain/core/messages";
import { BaseTracer, type Run } from "@langchain/core/tracers/base";
import { createAgent } from "langchain";
import { expect, test } from "vitest";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { chatModel, filler, provider, summaryFor } from "./rig.ts";

const WINDOW = 2000;
const RUN_ID = "00000000-0000-4000-8000-000000000001";

/** Keeps finished runs, as LangSmith does. */
class Tracer extends BaseTracer {
  readonly name = "tracer";
  readonly roots: Run[] = [];
  protected override async persistRun(run: Run): Promise<void> {
    this.roots.push(run);
  }
  named(name: string): readonly Run[] {
    const all = (runs: readonly Run[]): readonly Run[] =>
      runs.flatMap((run) => [run, ...all(run.child_runs)]);
    return all(this.roots).filter((run) => run.name === name);
  }
}

const thread = (length: number): HumanMessage[] =>
  Array.from({ length }, (_, turn) => new HumanMessage(filler(turn)));

async function traceOf(messages: HumanMessage[], summarizes: boolean): Promise<Tracer> {
  await using simulated = await provider(WINDOW);
  await using summaries = await provider(100_000, ({ body }) =>
    summaryFor([{ text: JSON.stringify(body) }]),
  );
  const model = chatModel("openai-chat", summaries.url, {
    windowTokens: 100_000,
    name: "model-for-summaries",
  });
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
    tools: [],
    middleware: [createCompactionMiddleware(summarizes ? { model } : {})],
  });
  const tracer = new Tracer();
  await agent.invoke({ messages }, { callbacks: [tracer], runId: RUN_ID });
  return tracer;
}

test("a trace shows the compaction with its receipt, and the summary as its child", async () => {
  const tracer = await traceOf(thread(60), true);
  const [compaction, ...others] = tracer.named("cutpoint compaction");
  expect(others).toEqual([]);
  expect(compaction?.tags).toContain("cutpoint:compaction");
  const receipt = compaction?.outputs as Receipt | undefined;
  expect(receipt?.method).toBe("model-for-summaries");
  expect(receipt?.tokensAfter).toBeLessThan(receipt?.tokensBefore ?? 0);
  const [summary] = tracer.named("cutpoint summary");
  expect(summary?.parent_run_id).toBe(compaction?.id);
  expect(summary?.tags).toContain("cutpoint:summary");
  expect(summary?.extra?.["metadata"]).toMatchObject({ lc_source: "summarization" });
  expect(JSON.stringify(summary?.inputs)).toContain("You write summaries");
  const [request] = tracer.named("model_request");
  expect(compaction?.parent_run_id).toBe(request?.id);
  expect(tracer.roots.map(({ id }) => id)).toEqual([RUN_ID]);
  expect([RUN_ID, request?.id]).not.toContain(compaction?.id);
});

test("a trace shows an offline compaction as well", async () => {
  const tracer = await traceOf(thread(60), false);
  expect(tracer.named("cutpoint compaction")[0]?.outputs).toMatchObject({ method: "extractive" });
  expect(tracer.named("cutpoint summary")).toEqual([]);
});

test("a trace of a short conversation has no further run", async () => {
  const tracer = await traceOf(thread(2), true);
  expect(tracer.named("model_request")).toHaveLength(1);
  expect(tracer.named("cutpoint compaction")).toEqual([]);
});

test("a trace shows the recovery of an overflow, and none of another error", async () => {
  for (const [failure, count] of [
    ["overflow", 1],
    ["server-error", 0],
  ] as const) {
    await using simulated = await provider(WINDOW, () => ({ type: "failure", failure }));
    const agent = createAgent({
      model: chatModel("openai-chat", simulated.url),
      tools: [],
      middleware: [createCompactionMiddleware()],
    });
    const tracer = new Tracer();
    const run = agent.invoke({ messages: thread(20) }, { callbacks: [tracer] });
    await expect(run).rejects.toThrow(/context|server/iu);
    expect(tracer.named("cutpoint compaction")).toHaveLength(count);
  }
});
