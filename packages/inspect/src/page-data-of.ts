import { redactSecrets } from "@cutpoint/core";
import type { ImportedSession } from "@cutpoint/readers";
import { describeCompaction, outlineCompaction } from "./describe-compaction.ts";
import { exampleCompaction } from "./found-compaction.ts";
import { openThread, type OpenedThread } from "./open-thread.ts";
import type { PageCompaction, PageData } from "./page-data.ts";

/** A session of another tool, or one with the same fields. */
export type InspectedSession = Pick<ImportedSession, "problems" | "source" | "threads">;

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
  session: InspectedSession,
  { onProgress, redact = true, title }: PageDataOptions = {},
): Promise<PageData> {
  const opened = session.threads.map((thread) => openThread(thread, redact));
  const count = opened.reduce((sum, { recorded }) => sum + recorded.length, 0);
  let begun = 0;
  const described: (readonly PageCompaction[])[] = [];
  for (const { context, recorded } of opened) {
    const example = recorded.length === 0 ? exampleCompaction(context) : null;
    const compactions: PageCompaction[] = [];
    for (const found of example === null ? recorded : [example]) {
      if (example === null) onProgress?.(begun++, count);
      compactions.push(await describeCompaction(found, context));
    }
    described.push(compactions);
  }
  return dataOf(session, opened, { title, redact, compactions: described });
}

/** Returns what a page shows of a session before its compactions are described. */
export function outlinedData(session: InspectedSession, opened: readonly OpenedThread[]): PageData {
  const compactions = opened.map(({ context, recorded }) =>
    recorded.map((found) => outlineCompaction(found, context)),
  );
  return dataOf(session, opened, { title: undefined, redact: true, compactions });
}

function dataOf(
  { problems, source, threads }: InspectedSession,
  opened: readonly OpenedThread[],
  {
    compactions,
    redact,
    title,
  }: {
    readonly title: string | undefined;
    readonly redact: boolean;
    /** Those of each thread. */
    readonly compactions: readonly (readonly PageCompaction[])[];
  },
): PageData {
  const name = title ?? threads[0]?.title ?? source.format;
  return {
    title: redact ? redactSecrets(name) : name,
    source: [source.tool ?? source.format, source.toolVersion].filter(Boolean).join(" "),
    redacted: redact,
    problems: problems.map(({ code, count }) => `${code}: ${count}`),
    threads: opened.map(({ context, id, models, title: threadTitle }, index) => ({
      id,
      title: threadTitle,
      models,
      messages: context.messages,
      runs: context.runs(),
      compactions: compactions[index] ?? [],
    })),
  };
}
