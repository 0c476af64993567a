import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { assistantMessage, type Receipt, type Summarizer, userMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { inspectPage } from "@cutpoint/inspect";
import { modelCatalog } from "@cutpoint/models";
import { readSession } from "@cutpoint/readers";
import { openSession, type SessionEvent, type SessionOptions } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { expect, onTestFinished, test } from "vitest";
import { createTelemetry } from "../../../packages/opentelemetry/test/support/telemetry.ts";

const MODEL = "claude-sonnet-4-5";
const USAGE = {
  inputTokens: 9_000,
  outputTokens: 500,
  cacheReadTokens: 8_000,
  cacheWriteTokens: 0,
};
/** In US dollars for a token: input 3, output 15, cached 0.3, and 3.75 to write it, for a million. */
const CALL = (1_000 * 3 + 8_000 * 0.3 + 500 * 15) / 1_000_000;
const WRITTEN = 3.75 / 1_000_000;

const offline = createExtractiveSummarizer();

/** Writes as the offline summarizer does, and reports the usage of a call that failed and of one that was used. */
const model: Summarizer = {
  name: MODEL,
  async summarize(request, signal) {
    const summary = await offline.summarize(request, signal);
    const attempts = [
      { by: MODEL, fault: "cut-off", usage: USAGE },
      { by: MODEL, fault: null, usage: USAGE },
    ] as const;
    return { ...summary, method: MODEL, calls: 2, attempts };
  },
};

test("receipts, events, spans, the page of inspect and usage() have the same cost", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cutpoint-cost-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await using telemetry = createTelemetry();
  const events: SessionEvent[] = [];
  await using store = createJsonlStore({ directory: folder });
  const options: SessionOptions = {
    store,
    sessionId: "a",
    summarizer: model,
    catalog: modelCatalog,
    policy: { windowTokens: 6_000 },
    onEvent(event) {
      events.push(event);
      telemetry.onEvent(event);
    },
  };
  const receipts: Receipt[] = [];
  const session = await openSession(options);
  for (let turn = 0; receipts.length < 3; turn += 1) {
    await session.append([
      userMessage(`Question ${turn}: ${"what about this? ".repeat(40)}`),
      { ...assistantMessage(`Answer ${turn}: ${"it is like that. ".repeat(40)}`), model: MODEL },
    ]);
    const { outcome } = await session.fit();
    if (outcome.type === "compacted") receipts.push(outcome.receipt);
  }
  const costs = receipts.map(({ cost }) => cost);

  for (const { cost, tokensAfter, commonPrefixTokens } of receipts) {
    const { dollars, ...counts } = cost;
    const rewrittenTokens = tokensAfter - commonPrefixTokens;
    const summaryUsage = Object.fromEntries(
      Object.entries(USAGE).map(([name, tokens]) => [name, 2 * tokens]),
    );
    expect(counts).toEqual({ rewrittenTokens, summaryCalls: 2, summaryUsage });
    expect(dollars).toBeCloseTo(2 * CALL + rewrittenTokens * WRITTEN, 5);
  }

  const applied = events.filter((event) => event.type === "applied");
  expect(applied.map(({ receipt }) => receipt.cost)).toEqual(costs);

  const spans = telemetry.spans().map(({ attributes }) => ({
    rewrittenTokens: attributes["cutpoint.compaction.rewritten_tokens"],
    summaryCalls: attributes["cutpoint.compaction.summary_calls"],
    summaryUsage: {
      inputTokens: attributes["gen_ai.usage.input_tokens"],
      outputTokens: attributes["gen_ai.usage.output_tokens"],
      cacheReadTokens: attributes["gen_ai.usage.cache_read.input_tokens"],
      cacheWriteTokens: attributes["gen_ai.usage.cache_creation.input_tokens"],
    },
    dollars: attributes["cutpoint.compaction.dollars"],
  }));
  expect(spans).toEqual(costs);

  const total = session.usage().cost;
  const sum = (of: (cost: Receipt["cost"]) => number): number =>
    costs.reduce((all, cost) => all + of(cost), 0);
  expect(total).toMatchObject({
    compactions: 3,
    rewrittenTokens: sum(({ rewrittenTokens }) => rewrittenTokens),
    summaryCalls: 6,
    summaryUsage: { inputTokens: 54_000, outputTokens: 3_000, cacheReadTokens: 48_000 },
  });
  expect(total.dollars).toBeCloseTo(
    sum(({ dollars }) => dollars ?? 0),
    5,
  );

  await session[Symbol.asyncDispose]();
  await using reopened = await openSession(options);
  expect(reopened.usage().cost).toEqual(total);
  await reopened.reset();
  expect(reopened.usage().cost).toEqual(total);

  const [file = ""] = (await readdir(folder)).filter((name) => name.endsWith(".jsonl"));
  const html = await inspectPage(await readSession(await readFile(join(folder, file), "utf8")));
  const data = gunzipSync(Buffer.from(/id="data">([^<]*)</u.exec(html)?.[1] ?? "", "base64"));
  const [thread] = (JSON.parse(data.toString()) as Page).threads;
  expect(thread?.compactions.map(({ cost }) => cost)).toEqual(costs);
});

type Page = { readonly threads: readonly { readonly compactions: readonly Partial<Receipt>[] }[] };
