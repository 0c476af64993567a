import { createEstimator, type Item, redactSecrets } from "@cutpoint/core";
import { type ImportedSession, type ImportedThread, liveItems } from "@cutpoint/readers";
import { createAdjustableEstimator } from "./adjustable-estimator.ts";
import { displayableItems } from "./displayable-items.ts";
import { type LocatedCompaction, pageCompactions } from "./page-compactions.ts";
import type { PageData, PageThread } from "./page-data.ts";
import { pageRuns } from "./page-runs.ts";

export type PageDataOptions = {
  /** Default: the title of the main thread, or the format of the file. */
  readonly title?: string;
  /** Whether to replace secrets by `[redacted]`. Default: `true`. */
  readonly redact?: boolean;
  /** Called before each compaction of the session is described. Of a long session, each takes up to a second. */
  readonly onProgress?: (described: number, compactions: number) => void;
};

/** Computes what the page of a session shows. */
export async function pageDataOf(
  { problems, source, threads }: ImportedSession,
  { onProgress, redact = true, title }: PageDataOptions = {},
): Promise<PageData> {
  const clean = (text: string): string => (redact ? redactSecrets(text) : text);
  const compactions = threads.reduce((sum, thread) => sum + thread.compactions.length, 0);
  let begun = 0;
  const onCompaction = (): void => onProgress?.(begun++, compactions);
  const described: PageThread[] = [];
  for (const thread of threads)
    described.push(await pageThread(thread, { redact, clean, onCompaction }));
  return {
    title: clean(title ?? threads[0]?.title ?? source.format),
    source: [source.tool ?? source.format, source.toolVersion].filter(Boolean).join(" "),
    redacted: redact,
    problems: problems.map(({ code, count }) => `${code}: ${count}`),
    threads: described,
  };
}

async function pageThread(
  thread: ImportedThread,
  {
    clean,
    onCompaction,
    redact,
  }: {
    readonly redact: boolean;
    readonly clean: (text: string) => string;
    readonly onCompaction: () => void;
  },
): Promise<PageThread> {
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
  const runs = pageRuns(messages);
  return {
    id: thread.id,
    title: clean(thread.title ?? thread.id),
    models: thread.models,
    messages,
    runs,
    compactions: await pageCompactions(located(thread, live, clean), {
      messages,
      runs,
      estimator,
      onCompaction,
    }),
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
