import type { RunContext } from "@openai/agents-core";

/** Follows how large the context of one run is, by what the provider counted. */
export type ContextSize = {
  /** Tokens of the newest request of the run itself, its answer included; `null` where none is known. */
  readonly tokens: () => number | null;
  readonly toolStarted: () => void;
  readonly toolEnded: () => void;
};

/** Entries that tell of no request to the run's model begin so. */
const OURS = "cutpoint.";

/**
 * The requests that are made while a tool runs are another agent's, which the SDK books with the same run: they say
 * nothing about this one's context.
 */
export function contextSizeOf(context: RunContext): ContextSize {
  let seen = context.usage.requestUsageEntries?.length ?? 0;
  let newest: number | null = null;
  let openTools = 0;

  function read(): void {
    const entries = context.usage.requestUsageEntries ?? [];
    if (openTools === 0)
      for (const { endpoint, inputTokens, outputTokens } of entries.slice(seen))
        if (endpoint?.startsWith(OURS) !== true) newest = inputTokens + outputTokens;
    seen = entries.length;
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
