import type { RunContext } from "@openai/agents-core";

/** The context size of one run, as the provider counted it. */
export type ContextSize = {
  /** Tokens of the newest request of the run, including its answer; `null` before the first. */
  readonly tokens: () => number | null;
  readonly toolStarted: () => void;
  readonly toolEnded: () => void;
};

/** The start of endpoints that are not requests to the run's model. */
const OWN_ENDPOINTS = "cutpoint.";

/**
 * Tracks the context size of a run.
 *
 * Requests that are made while a tool runs are ignored. They belong to another agent, but the SDK adds them to the
 * usage of the same run.
 */
export function trackContextSize(context: RunContext): ContextSize {
  let readEntries = context.usage.requestUsageEntries?.length ?? 0;
  let newest: number | null = null;
  let openTools = 0;

  function read(): void {
    const entries = context.usage.requestUsageEntries ?? [];
    if (openTools === 0)
      for (const { endpoint, inputTokens, outputTokens } of entries.slice(readEntries))
        if (endpoint?.startsWith(OWN_ENDPOINTS) !== true) newest = inputTokens + outputTokens;
    readEntries = entries.length;
  }

  return {
    tokens() {
      read();
      return newest;
    },
    toolStarted() {
      read();
      openTools += 1;
    },
    toolEnded() {
      read();
      openTools = Math.max(0, openTools - 1);
    },
  };
}
