import type { RunContext } from "@openai/agents-core";
import { isExtra } from "../model/usage.ts";

/** The context size of one run, as the provider counted it. */
export type ContextSize = {
  /** Tokens of the newest request of the run, including its answer; `null` before the first. */
  readonly tokens: () => number | null;
  /** @param change 1 if a tool has started, -1 if it has ended */
  readonly onTool: (change: 1 | -1) => void;
};

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
      for (const entry of entries.slice(readEntries))
        if (!isExtra(entry)) newest = entry.inputTokens + entry.outputTokens;
    readEntries = entries.length;
  }

  return {
    tokens() {
      read();
      return newest;
    },
    onTool(change) {
      read();
      openTools = Math.max(0, openTools + change);
    },
  };
}
