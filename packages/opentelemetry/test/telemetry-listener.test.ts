import {
  assistantMessage,
  createCompactor,
  CutpointError,
  type Item,
  type Summarizer,
  userMessage,
} from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { openSession } from "@cutpoint/session";
import { createMemoryStore } from "@cutpoint/store-memory";
import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTelemetryListener } from "../src/index.ts";
import { createTelemetry } from "./support/telemetry.ts";

const manager = new AsyncLocalStorageContextManager();

beforeAll(() => {
  context.setGlobalContextManager(manager.enable());
});

afterAll(() => {
  context.disable();
});

const offline = createExtractiveSummarizer();

/** Fails each time, as a model that cannot be reached. */
const unavailable: Summarizer = {
  name: "model",
  summarize: () => Promise.reject(new Error("no connection")),
};

function conversation(turns: number): readonly Item[] {
  return Array.from({ length: turns * 2 }, (_, index) => ({
    id: `${index}`,
    message:
      index % 2 === 0
        ? userMessage(`Question ${index}: ${"what about this? ".repeat(20)}`)
        : assistantMessage(`Answer ${index}: ${"it is like that. ".repeat(20)}`),
  }));
}

const history = { items: conversation(100), state: null };

const request = { windowTokens: 8_000 };

test("a compaction of a session is a span with its tokens, method, reason and session", async () => {
  await using telemetry = createTelemetry();
  await using session = await openSession({
    store: createMemoryStore(),
    sessionId: "a",
    summarizer: offline,
    onEvent: telemetry.onEvent,
  });
  await session.append(history.items.map(({ message }) => message));
  const { outcome } = await session.fit(request);
  if (outcome.type !== "compacted") throw new Error(outcome.type);
  const { receipt } = outcome;
  const [span, ...others] = telemetry.spans();
  expect(others).toEqual([]);
  expect(span?.name).toBe("compact");
  expect(span?.attributes).toEqual({
    "gen_ai.operation.name": "compact",
    "gen_ai.conversation.id": "a",
    "gen_ai.conversation.compacted": true,
    "cutpoint.compaction.reason": "threshold",
    "cutpoint.compaction.outcome": "applied",
    "cutpoint.compaction.method": "extractive",
    "cutpoint.compaction.tokens_before": receipt.tokensBefore,
    "cutpoint.compaction.tokens_after": receipt.tokensAfter,
    "cutpoint.compaction.summary_tokens": receipt.summaryTokens,
    "cutpoint.compaction.compacted_items": receipt.compacted.items,
    "cutpoint.compaction.kept_items": receipt.kept.items,
    "cutpoint.compaction.summary_calls": receipt.attempts.length,
    "cutpoint.compaction.rewritten_tokens": receipt.cost.rewrittenTokens,
  });
  expect(span?.status.code).toBe(SpanStatusCode.UNSET);
  const [saved] = await telemetry.points("cutpoint.compaction.saved_tokens");
  expect(saved?.value).toBe(receipt.tokensBefore - receipt.tokensAfter);
  const durations = await telemetry.points("cutpoint.compaction.duration");
  expect(durations.map(({ value }) => value)).toEqual([1]);
  expect(durations[0]?.attributes).not.toHaveProperty("gen_ai.conversation.id");
});

test("the tokens of a model's summary are those that the provider reported", async () => {
  await using telemetry = createTelemetry();
  const usage = { inputTokens: 900, outputTokens: 100 };
  const summarizer: Summarizer = {
    name: "model",
    async summarize(task, signal) {
      const summary = await offline.summarize(task, signal);
      const attempts = [{ by: "model", fault: null, usage }];
      return { ...summary, method: "model", calls: 1, attempts };
    },
  };
  const compactor = createCompactor({ summarizer, onEvent: telemetry.onEvent });
  await compactor.fit(history, request);
  expect(telemetry.spans()[0]?.attributes).toMatchObject({
    "cutpoint.compaction.method": "model",
    "gen_ai.usage.input_tokens": 900,
    "gen_ai.usage.output_tokens": 100,
  });
});

test("failures are counted by type, and a failed compaction is a span with an error", async () => {
  await using telemetry = createTelemetry();
  const compactor = createCompactor({ summarizer: unavailable, onEvent: telemetry.onEvent });
  const { outcome } = await compactor.fit(history, request);
  expect(outcome.type).toBe("failed");
  const [span] = telemetry.spans();
  expect(span?.status.code).toBe(SpanStatusCode.ERROR);
  expect(span?.attributes).toMatchObject({
    "cutpoint.compaction.outcome": "failed",
    "error.type": "summary-failed",
  });
  expect(span?.events.map(({ attributes }) => attributes?.["cutpoint.failure"])).toEqual([
    "summary-failed",
    "failed",
  ]);
  const failures = await telemetry.points("cutpoint.failures");
  expect(failures.map(({ attributes, value }) => [attributes["cutpoint.failure"], value])).toEqual([
    ["summary-failed", 1],
    ["failed", 1],
  ]);
});

test("a summary of the next summarizer is a failure and an applied compaction", async () => {
  await using telemetry = createTelemetry();
  const summarizer = [unavailable, offline];
  const compactor = createCompactor({ summarizer, onEvent: telemetry.onEvent });
  await compactor.fit(history, request);
  expect(telemetry.spans()[0]?.attributes).toMatchObject({
    "cutpoint.compaction.outcome": "applied",
  });
  const [failure] = await telemetry.points("cutpoint.failures");
  expect(failure?.attributes).toMatchObject({ "cutpoint.summarizer": "model" });
});

test("compactions of one compactor at the same time belong to the spans that called it", async () => {
  await using telemetry = createTelemetry();
  const compactor = createCompactor({ summarizer: offline, onEvent: telemetry.onEvent });
  const tracer = telemetry.tracers.getTracer("app");
  const sizes = [100, 200, 300];
  const receipts = await Promise.all(
    sizes.map((turns) =>
      tracer.startActiveSpan(`turn ${turns}`, async (span) => {
        const { outcome } = await compactor.fit(
          { items: conversation(turns), state: null },
          request,
        );
        span.end();
        return outcome.type === "compacted" ? [span.spanContext().spanId, outcome.receipt] : [];
      }),
    ),
  );
  const spans = telemetry.spans().filter(({ name }) => name === "compact");
  expect(spans).toHaveLength(3);
  for (const [parent, receipt] of receipts) {
    const own = spans.find(({ parentSpanContext }) => parentSpanContext?.spanId === parent);
    expect(own?.attributes["cutpoint.compaction.tokens_before"]).toBe(
      typeof receipt === "object" ? receipt.tokensBefore : null,
    );
  }
});

test("a cancelled, a prepared and an applied compaction and a failed hook are recorded", async () => {
  await using telemetry = createTelemetry();
  let asked = 0;
  await using session = await openSession({
    store: createMemoryStore(),
    sessionId: "a",
    summarizer: offline,
    onEvent: telemetry.onEvent,
    beforeCompaction() {
      asked += 1;
      if (asked === 1) return { type: "cancel" };
      throw new RangeError("broken");
    },
  });
  await session.append(history.items.map(({ message }) => message));
  await session.fit(request);
  const prepared = await session.prepare(request);
  if (prepared.type !== "prepared") throw new Error(prepared.type);
  await session.apply(prepared);
  expect(
    telemetry.spans().map(({ attributes }) => attributes["cutpoint.compaction.outcome"]),
  ).toEqual(["cancelled", "prepared", "applied"]);
  const [failure] = await telemetry.points("cutpoint.failures");
  expect(failure?.attributes).toMatchObject({
    "cutpoint.failure": "hook-failed",
    "error.type": "RangeError",
  });
});

test("spans without a final event are ended when many others have started", async () => {
  await using telemetry = createTelemetry();
  const compactor = createCompactor({ summarizer: offline, onEvent: telemetry.onEvent });
  await compactor.prepare(history, request); // emits no final event
  expect(telemetry.spans()).toHaveLength(0);
  for (let index = 0; index < 1000; index += 1)
    telemetry.onEvent({
      type: "started",
      tokensBefore: 1,
      sessionId: `${index}`,
      reason: "threshold",
      willRetry: false,
    });
  expect(telemetry.spans()).toHaveLength(1);
});

test("without an SDK, the listener does nothing", () => {
  const listener = createTelemetryListener();
  const error = new CutpointError("summary-failed", "no summary");
  const shared = { reason: "threshold", willRetry: false } as const;
  expect(() => listener({ type: "failed", error, message: "", ...shared })).not.toThrow();
  expect(trace.getActiveSpan()).toBeUndefined();
});
