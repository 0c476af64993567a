import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import type { Sleep } from "../../src/compactor/delay.ts";
import type { SummaryOptions } from "../../src/compactor/options.ts";
import { runSummarizers } from "../../src/compactor/run-summarizers.ts";
import type { Summarizer } from "../../src/summary/summarizer.ts";
import { summaryFailure } from "../../src/summary/failure.ts";
import { isCutpointError } from "../../src/message/error.ts";
import { user, itemsOf } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { summaryRequest } from "../../../../tooling/laws/src/generate/summary-request.ts";
import { hanging, quoting, scripted } from "./scripted.ts";

const { maxCalls: _limit, ...asked } = summaryRequest({ items: itemsOf(user(20), user(20)) });

test("a supplied summary may fill the limit, and no more, and is not blank", async () => {
  const estimator = { ...asked.estimator, estimateText: (text: string) => text.length };
  const supplied = async (text: string): Promise<number> =>
    runSummarizers({
      summarizer: [],
      plan: null,
      request: { ...asked, maxTokens: 10, estimator },
      redact: (text) => text,
      signal: new AbortController().signal,
      decision: { type: "supply", summary: { text } },
      onFailure: () => undefined,
      accept: (result) => result.summaryTokens,
    });
  expect(await supplied("x".repeat(10))).toBe(10);
  await expect(supplied("x".repeat(11))).rejects.toThrow(/11/);
  await expect(supplied(" \n")).rejects.toMatchObject({ failure: { fault: "empty" } });
});

const atOnce: Sleep = () => Promise.resolve();

/** A summarizer that makes some calls and fails. */
function failingAfter(calls: number): Summarizer {
  const attempts = Array.from({ length: calls }, () => ({
    by: "model",
    fault: "cut-off" as const,
    usage: null,
  }));
  return {
    name: "model",
    summarize: () => Promise.reject(summaryFailure("cut-off", "cut off", { attempts })),
  };
}

async function run(
  summarizer: readonly Summarizer[],
  summaries: SummaryOptions,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> {
  return runSummarizers({
    summarizer,
    summaries,
    plan: null,
    request: asked,
    redact: (text) => text,
    signal,
    onFailure: () => undefined,
    accept: ({ attempts, method }) => `${method} after ${attempts.length}`,
  });
}

/** A signal that counts the listeners it has. */
function counted(): { readonly signal: AbortSignal; readonly listeners: () => number } {
  const { signal } = new AbortController();
  return { signal, listeners: () => getEventListeners(signal, "abort").length };
}

describe("an offline summarizer is asked", () => {
  test("after all calls were used, while others are skipped", async () => {
    const skipped = scripted();
    const order = [failingAfter(3), skipped, quoting()];
    expect(await run(order, { maxCalls: 3 })).toBe("quoting after 3");
    expect(skipped.requests).toHaveLength(0);
  });

  test("after the time is over, while others are skipped", async () => {
    const skipped = scripted();
    const order = [hanging(), skipped, quoting()];
    expect(await run(order, { sleep: atOnce })).toBe("quoting after 1");
    expect(skipped.requests).toHaveLength(0);
  });

  test("with a signal that the time does not abort", async () => {
    const slow: Summarizer = {
      name: "slow",
      offline: true,
      summarize: (_request, signal) =>
        new Promise((resolve) => {
          setImmediate(() =>
            resolve({ text: "said before", method: signal.aborted ? "late" : "slow", calls: 0 }),
          );
        }),
    };
    expect(await run([slow], { sleep: atOnce })).toBe("slow after 0");
  });

  test("but not after the caller stopped", async () => {
    const offline = scripted();
    const stopped = run([{ ...offline, offline: true }], {}, AbortSignal.abort());
    await expect(stopped).rejects.toSatisfy((error) => isCutpointError(error, "aborted"));
    expect(offline.requests).toHaveLength(0);
  });
});

describe("no timer and no listener is left", () => {
  /** The timers of a run: each is ended by its signal. */
  function timers(): { readonly sleep: Sleep; readonly running: () => number } {
    let running = 0;
    const sleep: Sleep = (_milliseconds, signal) => {
      running += 1;
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          running -= 1;
          resolve();
        });
      });
    };
    return { sleep, running: () => running };
  }

  test.each<[string, readonly Summarizer[]]>([
    ["a summary", [scripted()]],
    ["an offline summary", [failingAfter(1), quoting()]],
    ["a failure", [failingAfter(1)]],
    ["none to ask", []],
  ])("after %s", async (_name, summarizer) => {
    const { listeners, signal } = counted();
    const { running, sleep } = timers();
    await run(summarizer, { sleep }, signal).catch(() => undefined);
    expect({ running: running(), listeners: listeners() }).toEqual({ running: 0, listeners: 0 });
  });

  test("after the caller stopped a summarizer that hangs", async () => {
    const caller = new AbortController();
    const { running, sleep } = timers();
    const stopped = run([hanging()], { sleep }, caller.signal);
    caller.abort();
    await expect(stopped).rejects.toSatisfy((error) => isCutpointError(error, "aborted"));
    expect(running()).toBe(0);
  });

  test("of the real clock either: the process has no open timer", async () => {
    const open = (): number =>
      process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const before = open();
    await run([scripted()], { deadlineMs: 300_000 });
    expect(open()).toBe(before);
  });
});
