import type { TokenUsage } from "@cutpoint/core";
import type { RunContext } from "@openai/agents-core";
import { usageOf } from "../model/extra-usage.ts";

/** What the newest request of a run took; those of a summarizer, and refused ones, tell nothing about its context. */
export function newestUsage(context: RunContext | undefined): TokenUsage | undefined {
  return usageOf(ownEntry(context?.usage.requestUsageEntries));
}

/** What the request took that an answer was given to, without what was booked with it. */
export function answerUsage(usage: Told): TokenUsage | undefined {
  return usageOf(ownEntry(usage.requestUsageEntries) ?? usage);
}

/** Usage as a response tells it, streamed or not. */
type Told = { readonly requestUsageEntries?: readonly Entry[] | undefined };

type Entry = { readonly endpoint?: string | undefined };

function ownEntry<Own extends Entry>(entries: readonly Own[] | undefined): Own | undefined {
  return entries?.findLast(({ endpoint }) => endpoint?.startsWith("cutpoint.") !== true);
}
