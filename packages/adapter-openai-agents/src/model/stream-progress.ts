import { AsyncLocalStorage } from "node:async_hooks";
import type { CompactionEvent } from "@cutpoint/core";
import { type CompactionProgress, compactionProgress } from "@cutpoint/host-kit";
import type { StreamEvent } from "@openai/agents-core";

/** The type of the raw events that report compactions. */
export const COMPACTION = "compaction";

/** What the compactor reported during the request of the caller. */
const current = new AsyncLocalStorage<CompactionProgress[]>();

/** Reports an event to the request that caused it. */
export function reportProgress(event: CompactionEvent): void {
  const progress = compactionProgress(event);
  if (progress !== null) current.getStore()?.push(progress);
}

/** Sends a request, and returns what was reported meanwhile as events of its stream. */
export async function withProgress<Result>(
  send: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly events: readonly StreamEvent[] }> {
  const reported: CompactionProgress[] = [];
  const result = await current.run(reported, send);
  const events = reported.map((progress): StreamEvent => ({
    type: "model",
    event: { type: COMPACTION, ...progress },
  }));
  return { result, events };
}
