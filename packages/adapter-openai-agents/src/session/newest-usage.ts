import type { ReportedUsage } from "@cutpoint/core";
import type { RunContext } from "@openai/agents-core";
import { usageOf } from "../model/booked-usage.ts";

/** What the newest request of a run took; those of a summarizer, and refused ones, tell nothing about its context. */
export function newestUsage(context: RunContext | undefined): ReportedUsage | undefined {
  const entries = context?.usage.requestUsageEntries ?? [];
  return usageOf(entries.findLast(({ endpoint }) => endpoint?.startsWith("cutpoint.") !== true));
}
