import { createEstimator } from "@cutpoint/core";
import { needsOf } from "@cutpoint/eval/measures";
import { createAdjustableEstimator } from "../src/adjustable-estimator.ts";
import { describeResult } from "../src/compaction-result.ts";
import { describeCompaction, outlineCompaction } from "../src/describe-compaction.ts";
import type { FoundCompaction } from "../src/found-compaction.ts";
import { compactWith } from "../src/methods.ts";
import type { PageCompaction } from "../src/page-data.ts";
import { replayThread } from "../src/replay.ts";
import type { RequestCosts } from "../src/request-costs.ts";
import { createThreadContext, type ThreadContext } from "../src/thread-context.ts";
import type { EngineCalls, Trial } from "./engine-messages.ts";
import type { Handlers } from "./serve-engine.ts";

/** The time between two reports of a replay, in ms. Other calls are answered in between. */
const REPORT_INTERVAL = 60;

type Thread = {
  readonly context: ThreadContext;
  readonly recorded: readonly FoundCompaction[];
  /** Of the newest replay. */
  readonly replayed: FoundCompaction[];
};

/** The threads of a worker, and the calls that concern them. */
export type EngineThreads = {
  readonly handlers: Omit<Handlers, "read">;
  /** Replaces all threads. */
  readonly replace: (threads: readonly Omit<Thread, "replayed">[]) => void;
};

export function createEngineThreads(): EngineThreads {
  const threads = new Map<number, Thread>();
  let newestReplay: object | null = null;

  const threadAt = (index: number): Thread => {
    const thread = threads.get(index);
    if (thread === undefined) throw new Error(`thread ${index} is not open`);
    return thread;
  };

  const handlers: Omit<Handlers, "read"> = {
    async open({ messages, thread }) {
      const estimator = createAdjustableEstimator(createEstimator());
      for (const { message, tokens } of messages) estimator.set(message, tokens);
      const context = createThreadContext(messages, estimator);
      threads.set(thread, { context, recorded: [], replayed: [] });
      return Promise.resolve(null);
    },
    compact: async (request) => tryOut(threadAt(request.thread).context, request),
    async describe({ index, origin, thread }): Promise<PageCompaction> {
      const { context, recorded, replayed } = threadAt(thread);
      const found = (origin === "replayed" ? replayed : recorded)[index];
      if (found === undefined) throw new Error(`compaction ${index + 1} does not exist`);
      return describeCompaction(found, context);
    },
    async replay({ settings, thread: index }, report) {
      const run = {};
      newestReplay = run;
      const { context, replayed } = threadAt(index);
      replayed.length = 0;
      let reported = performance.now();
      let compactions: PageCompaction[] = [];
      let costs: RequestCosts | null = null;
      let failure: string | null = null;
      for await (const step of replayThread(context, settings)) {
        ({ costs } = step);
        failure = step.failure ?? failure;
        if (step.found !== null) {
          replayed.push(step.found);
          compactions.push(outlineCompaction(step.found, context));
        }
        if (step.found === null && performance.now() - reported < REPORT_INTERVAL) continue;
        report({ share: step.at / context.all.length, compactions, costs, failure });
        compactions = [];
        await new Promise((resolve) => void setTimeout(resolve));
        if (newestReplay !== run) return null;
        reported = performance.now();
      }
      report({ share: 1, compactions, costs, failure });
      return null;
    },
  };
  return {
    handlers,
    replace(opened) {
      newestReplay = null;
      threads.clear();
      for (const [index, thread] of opened.entries())
        threads.set(index, { ...thread, replayed: [] });
    },
  };
}

async function tryOut(
  context: ThreadContext,
  { at, before, settings }: EngineCalls["compact"]["request"],
): Promise<Trial> {
  const { all, estimator } = context;
  const reading = context.reading();
  const needs = needsOf(reading, { share: 0, at, historyTokens: 0 });
  const messages = before.flatMap((message) =>
    typeof message === "number" ? (all[message] ?? []) : message,
  );
  const started = performance.now();
  const compacted = await compactWith(messages, settings, estimator);
  const milliseconds = performance.now() - started;
  const cut = { reading, estimator, at, history: all.slice(0, at), needs };
  return {
    milliseconds,
    result: describeResult(settings.method, compacted, cut),
    needs: needs.anchors,
  };
}
