import { createEstimator, redactSecrets } from "@cutpoint/core";
import { cachedEstimator } from "./cached-estimator.ts";
import { displayableItems } from "./displayable-items.ts";
import type { ImportedSession, ImportedThread } from "./imported-session.ts";
import { pageCompactions } from "./page-compactions.ts";
import type { PageData, PageThread } from "./page-data.ts";
import { pageRuns } from "./page-runs.ts";

export type PageDataOptions = {
  /** Default: the title of the main thread, or the format of the file. */
  readonly title?: string;
  /** Whether to replace secrets by `[redacted]`. Default: `true`. */
  readonly redact?: boolean;
};

/** Computes what the page of a session shows. */
export async function pageDataOf(
  { problems, source, threads }: ImportedSession,
  { redact = true, title }: PageDataOptions = {},
): Promise<PageData> {
  const clean = (text: string): string => (redact ? redactSecrets(text) : text);
  const described: PageThread[] = [];
  for (const thread of threads) described.push(await pageThread(thread, redact, clean));
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
  redact: boolean,
  clean: (text: string) => string,
): Promise<PageThread> {
  const original = createEstimator();
  const estimator = cachedEstimator(original);
  const items = displayableItems(thread.items, redact);
  const messages = items.map(({ at, id, message }, index) => {
    const before = thread.items[index]?.message ?? message;
    estimator.set(message, original.estimate(before));
    return {
      id,
      message,
      tokens: estimator.estimate(message),
      ...(at === undefined ? {} : { at }),
    };
  });
  const compactions = thread.compactions.map((compaction) =>
    compaction.summary === undefined
      ? compaction
      : { ...compaction, summary: clean(compaction.summary) },
  );
  const runs = pageRuns(messages);
  return {
    id: thread.id,
    title: clean(thread.title ?? thread.id),
    models: thread.models,
    messages,
    runs,
    compactions: await pageCompactions(
      { ...thread, items, compactions },
      { messages, runs, estimator },
    ),
  };
}
