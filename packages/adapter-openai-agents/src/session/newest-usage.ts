import type { TokenUsage } from "@cutpoint/core";
import type { RunContext } from "@openai/agents-core";
import { usageOf } from "../model/extra-usage.ts";

/** Returns the usage of a run's newest request. Requests of summarizers and refused requests are ignored. */
export function newestUsage(context: RunContext | undefined): TokenUsage | undefined {
  return usageOf(ownEntry(context?.usage.requestUsageEntries));
}

/** Returns the usage of an answer's own request, without the extra usage that was added to it. */
export function answerUsage(usage: RunUsage): TokenUsage | undefined {
  return usageOf(ownEntry(usage.requestUsageEntries) ?? usage);
}

/** The usage of a response, streamed or not. */
type RunUsage = { readonly requestUsageEntries?: readonly Entry[] | undefined };

type Entry = { readonly endpoint?: string | undefined };

function ownEntry<Own extends Entry>(entries: readonly Own[] | undefined): Own | undefined {
  return entries?.findLast(({ endpoint }) => endpoint?.startsWith("cutpoint.") !== true);
}
