import type { Message, TokenEstimator } from "@cutpoint/core";
import { type Reading, readingOf } from "@cutpoint/eval/measures";
import type { PageMessage, PageRun } from "./page-data.ts";
import { pageRuns } from "./page-runs.ts";
import { readingInput } from "./reading-input.ts";

/** A thread with the data that its compactions are described with. */
export type ThreadContext = {
  readonly messages: readonly PageMessage[];
  /** The messages themselves, in the same order. */
  readonly all: readonly Message[];
  readonly estimator: TokenEstimator;
  /** Computed at the first call, as `reading` and `places`. */
  readonly runs: () => readonly PageRun[];
  readonly reading: () => Reading;
  /** The indexes of the messages. */
  readonly places: () => ReadonlyMap<Message, number>;
};

export function createThreadContext(
  messages: readonly PageMessage[],
  estimator: TokenEstimator,
): ThreadContext {
  const all = messages.map(({ message }) => message);
  let runs: readonly PageRun[] | undefined;
  let reading: Reading | undefined;
  let places: ReadonlyMap<Message, number> | undefined;
  return {
    messages,
    all,
    estimator,
    runs: () => (runs ??= pageRuns(messages)),
    reading: () => (reading ??= readingOf(readingInput(all), estimator)),
    places: () => (places ??= new Map(all.map((message, index) => [message, index]))),
  };
}

/** Returns the estimated tokens of messages. */
export function tokensOf(messages: readonly Message[], estimator: TokenEstimator): number {
  return messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
}
