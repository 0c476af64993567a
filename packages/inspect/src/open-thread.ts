import { createEstimator, type Item, redactSecrets } from "@cutpoint/core";
import { type ImportedThread, liveItems } from "@cutpoint/readers";
import { createAdjustableEstimator } from "./adjustable-estimator.ts";
import { displayableItems } from "./displayable-items.ts";
import {
  type FoundCompaction,
  type LocatedCompaction,
  recordedCompactions,
} from "./found-compaction.ts";
import type { PageThread } from "./page-data.ts";
import { createThreadContext, type ThreadContext } from "./thread-context.ts";

/** A thread of a file with its messages as a page shows them. */
export type OpenedThread = Pick<PageThread, "id" | "title" | "models"> & {
  readonly context: ThreadContext;
  /** The recorded compactions, oldest first. */
  readonly recorded: readonly FoundCompaction[];
};

/** Prepares a thread for a page. */
export function openThread(thread: ImportedThread, redact: boolean): OpenedThread {
  const clean = (text: string): string => (redact ? redactSecrets(text) : text);
  const original = createEstimator();
  const estimator = createAdjustableEstimator(original);
  const live = liveItems(thread);
  const messages = displayableItems(live, redact).map(({ at, id, message }, index) => {
    estimator.set(message, original.estimate(live[index]?.message ?? message));
    return {
      id,
      message,
      tokens: estimator.estimate(message),
      ...(at === undefined ? {} : { at }),
    };
  });
  const context = createThreadContext(messages, estimator);
  return {
    id: thread.id,
    title: clean(thread.title ?? thread.id),
    models: thread.models,
    context,
    recorded: recordedCompactions(located(thread, live, clean), context),
  };
}

/** Returns the compactions whose place is in the file, oldest first, with clean summaries. */
function located(
  { compactions, items }: ImportedThread,
  live: readonly Item[],
  clean: (text: string) => string,
): readonly LocatedCompaction[] {
  const isLive = new Set(live.map(({ id }) => id));
  const after = new Map<string | null, number>([[null, 0]]);
  let count = 0;
  for (const { id } of items) {
    if (isLive.has(id)) count += 1;
    after.set(id, count);
  }
  return compactions
    .flatMap((compaction) => {
      const at = after.get(compaction.afterId);
      const { summary } = compaction;
      const cleaned = summary === undefined ? {} : { summary: clean(summary) };
      return at === undefined ? [] : [{ at, compaction: { ...compaction, ...cleaned } }];
    })
    .toSorted((left, right) => left.at - right.at);
}
