import {
  type FitResult,
  type History,
  type Summarizer,
  type SummaryRequest,
  textOf,
} from "@cutpoint/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanConversation, smallWindow } from "../src/generate/conversation.ts";
import { hostileItems } from "../src/generate/history.ts";
import { engine, estimator, type LawEngine, withFit, withSummarizer } from "../src/laws/engine.ts";
import { complaintOf, failureOf } from "../src/laws/proving.ts";

/** Faults of a summarizer. `null` if its run must not end with a compaction. */
type Misbehaviour =
  | "empty"
  | "blank"
  | "huge"
  | "echo"
  | "rejects"
  | "throws"
  | "hangs"
  | "nothing";

const MAX_CALLS = 1;

type Hostile = Summarizer & { readonly calls: () => number; readonly isCalled: Promise<void> };

function hostile(misbehaviour: Misbehaviour): Hostile {
  let calls = 0;
  let tellCalled = (): void => undefined;
  const isCalled = new Promise<void>((resolve) => {
    tellCalled = resolve;
  });
  const says = (text: string): Promise<{ text: string; method: string; calls: number }> =>
    Promise.resolve({ text, method: misbehaviour, calls: 1 });
  return {
    name: misbehaviour,
    calls: () => calls,
    isCalled,
    summarize(request: SummaryRequest) {
      calls += 1;
      tellCalled();
      switch (misbehaviour) {
        case "empty":
          return says("");
        case "blank":
          return says(" \n\t");
        case "huge":
          return says("on and on ".repeat(10_000));
        case "echo":
          return says(
            [...request.items, ...request.turnPrefix, ...request.kept]
              .map((item) => textOf(item.message))
              .join("\n"),
          );
        case "rejects":
          return Promise.reject(new Error("the model is overloaded"));
        case "throws":
          throw new Error("no such model");
        case "hangs":
          return new Promise(() => undefined);
        case "nothing":
          return Promise.resolve(undefined as never);
      }
    },
  };
}

const FATAL: ReadonlySet<Misbehaviour> = new Set([
  "empty",
  "blank",
  "huge",
  "rejects",
  "throws",
  "nothing",
]);

/** With any summarizer a run makes a limited number of calls and ends. If it fails, view and state do not change. */
function everyRunEnds({ createCompactor, viewOf }: LawEngine): fc.IAsyncProperty<unknown> {
  const misbehaviours = fc.constantFrom<Misbehaviour[]>(
    "empty",
    "blank",
    "huge",
    "echo",
    "rejects",
    "throws",
    "hangs",
    "nothing",
  );
  const conversations = fc.oneof(cleanConversation({ minTurns: 3 }), hostileItems);
  return fc.asyncProperty(
    conversations,
    smallWindow,
    misbehaviours,
    async (items, windowTokens, misbehaviour) => {
      const summarizer = hostile(misbehaviour);
      const compactor = createCompactor({ policy: { windowTokens }, estimator, summarizer });
      const history: History = { items, state: null };
      const stop = new AbortController();
      if (misbehaviour === "hangs") void summarizer.isCalled.then(() => stop.abort());
      const { view, state, outcome } = await ended(
        compactor.fit(history, { force: true, signal: stop.signal }),
      );
      if (summarizer.calls() > MAX_CALLS)
        throw new Error(`bounded: the summarizer was called ${summarizer.calls()} times`);
      if (summarizer.calls() > 0 && FATAL.has(misbehaviour) && outcome.type !== "failed")
        throw new Error(`bounded: failed (${misbehaviour}), and yet ${outcome.type}`);
      if (summarizer.calls() > 0 && misbehaviour === "hangs" && outcome.type !== "cancelled")
        throw new Error(`bounded: cancelled, and yet ${outcome.type}`);
      if (outcome.type === "compacted") return;
      if (state !== null || JSON.stringify(view) !== JSON.stringify(viewOf(history)))
        throw new Error(`bounded: ${outcome.type}, and yet the view is another`);
    },
  );
}

/** Fails if a run has not ended after all ready callbacks. */
function ended(run: Promise<FitResult>): Promise<FitResult> {
  const late = new Promise<never>((_, reject) => {
    let left = 50;
    const wait = (): void => {
      left -= 1;
      if (left > 0) setImmediate(wait);
      else reject(new Error("bounded: the run does not end"));
    };
    wait();
  });
  return Promise.race([run, late]);
}

describe("runs are bounded", () => {
  test("a run ends, and a failing summarizer leaves the view unchanged", async () => {
    expect(await failureOf(everyRunEnds(engine), 300)).toBeNull();
  });
});

describe("detects", () => {
  const variants: readonly (readonly [string, LawEngine, RegExp])[] = [
    [
      "a compactor that retries without a limit",
      withSummarizer((summarizer) => ({
        ...summarizer,
        async summarize(request, signal) {
          for (let times = 0; times < 4; times += 1)
            await summarizer.summarize(request, signal).catch(() => undefined);
          return summarizer.summarize(request, signal);
        },
      })),
      /was called|cancelled, and yet|does not end/,
    ],
    [
      "a compactor that uses an error as summary",
      withSummarizer((summarizer) => ({
        ...summarizer,
        async summarize(request, signal) {
          try {
            return await summarizer.summarize(request, signal);
          } catch (error) {
            return { text: `Error generating summary: ${String(error)}`, method: "", calls: 1 };
          }
        },
      })),
      /failed .*, and yet/,
    ],
    [
      "a compactor that accepts an empty summary",
      withSummarizer((summarizer) => ({
        ...summarizer,
        async summarize(request, signal) {
          const summary = await summarizer.summarize(request, signal);
          return summary.text.trim() === "" ? { ...summary, text: "(no summary)" } : summary;
        },
      })),
      /failed .*, and yet/,
    ],
    [
      "a compactor that ignores the signal",
      withFit((fit) => (history, options = {}) => {
        const { signal: _signal, ...rest } = options;
        return fit(history, rest);
      }),
      /cancelled, and yet|does not end/,
    ],
    [
      "a compactor that shows less after a failure",
      withFit((fit) => async (history, options) => {
        const fitted = await fit(history, options);
        if (fitted.outcome.type !== "failed") return fitted;
        return { ...fitted, view: { ...fitted.view, messages: fitted.view.messages.slice(-1) } };
      }),
      /and yet the view is another/,
    ],
  ];

  test.each(variants)("%s", async (_name, other, because) => {
    expect(await complaintOf(everyRunEnds(other))).toMatch(because);
  });
});
