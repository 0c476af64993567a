import { createEstimator, redactSecrets } from "@cutpoint/core";
import { liveItems, type ImportedSession, type RecordedCompaction } from "@cutpoint/readers";

import { unusedText } from "./read-input.ts";

/** The numbers that the table shows. */
export type SessionFacts = {
  readonly format: string;
  readonly tool: string | null;
  readonly problems: ImportedSession["problems"];
  readonly records: ImportedSession["records"];
  readonly threads: readonly ThreadFacts[];
};

type ThreadFacts = {
  readonly id: string;
  readonly title: string | null;
  readonly models: readonly string[];
  readonly messages: Readonly<Record<string, number>>;
  readonly tokens: number;
  readonly abandoned: number;
  readonly compactions: readonly CompactionFacts[];
};

type CompactionFacts = Pick<RecordedCompaction, "method" | "trigger"> & {
  readonly at: string | null;
  readonly tokensBefore: number | null;
  readonly tokensAfter: number | null;
  /** Messages before it that stayed verbatim, of all messages before it. */
  readonly kept: number;
  readonly before: number;
};

/** Counts the messages, tokens and compactions of a session. Tokens are estimates. */
export function factsOf({ problems, records, source, threads }: ImportedSession): SessionFacts {
  const estimator = createEstimator();
  return {
    format: source.format,
    tool: source.tool ?? null,
    problems,
    records,
    threads: threads.map((thread) => {
      const { abandonedIds, compactions, id, items, models, title } = thread;
      const roles = Map.groupBy(items, ({ message }) =>
        message.role === "user" ? message.provenance : message.role,
      );
      const places = new Map(items.map((item, place) => [item.id, place]));
      return {
        id,
        title: title === undefined ? null : singleLine(title),
        models,
        messages: Object.fromEntries([...roles].map(([role, { length }]) => [role, length])),
        tokens: liveItems(thread).reduce(
          (sum, { message }) => sum + estimator.estimate(message),
          0,
        ),
        abandoned: abandonedIds.length,
        compactions: compactions.map((compaction) =>
          compactionFacts(compaction, places.get(compaction.afterId ?? "") ?? -1),
        ),
      };
    }),
  };
}

function compactionFacts(compaction: RecordedCompaction, place: number): CompactionFacts {
  const { at, clippedIds = [], keptIds, method, tokensAfter, tokensBefore, trigger } = compaction;
  const before = place + 1;
  return {
    method,
    trigger,
    at: at === undefined ? null : new Date(at).toISOString(),
    tokensBefore: tokensBefore ?? null,
    tokensAfter: tokensAfter ?? null,
    kept: keptIds?.length ?? before - clippedIds.length,
    before,
  };
}

/** Returns the lines of the table. */
export function sessionTable(session: ImportedSession): readonly string[] {
  const { format, records, threads, tool } = factsOf(session);
  return [
    tool === null ? format : `${tool} (${format})`,
    ...(records.unused.length === 0 ? [] : [`not used: ${unusedText(records)}`]),
    ...threads.flatMap((thread) => ["", ...threadLines(thread)]),
  ];
}

function threadLines(thread: ThreadFacts): readonly string[] {
  const { abandoned, compactions, id, messages, models, title, tokens } = thread;
  const counts = Object.entries(messages).map(([role, count]) => `${count} ${role}`);
  return [
    title === null ? singleLine(id) : `${singleLine(id)}  ${title}`,
    `  models       ${models.map(singleLine).join(", ") || "unknown"}`,
    `  messages     ${counts.join(", ") || "none"}${abandoned === 0 ? "" : `; ${abandoned} abandoned`}`,
    `  tokens       ${tokens.toLocaleString("en")} (estimated, all live messages)`,
    `  compactions  ${compactions.length}`,
    ...compactions.map(compactionLine),
  ];
}

function compactionLine(facts: CompactionFacts, index: number): string {
  const { at, before, kept, method, tokensAfter, tokensBefore, trigger } = facts;
  const size = (tokens: number | null): string => tokens?.toLocaleString("en") ?? "?";
  const when = at === null ? "" : `  ${at.slice(0, 16).replace("T", " ")}`;
  return `    ${index + 1}.${when}  ${method}, ${trigger}: ${size(tokensBefore)} → ${size(tokensAfter)} tokens; ${kept} of ${before} messages kept`;
}

/** Returns a text without secrets and line breaks, at most 60 characters. */
export function singleLine(text: string): string {
  const line = redactSecrets(text)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
