import type { CompactionCost, Item } from "@cutpoint/core";

/** A format that {@link readSession} detects by its content. */
export type FormatName =
  | "ai-sdk"
  | "amp"
  | "anthropic-messages"
  | "claude-code"
  | "codex"
  | "copilot-cli"
  | "cutpoint"
  | "gemini-cli"
  | "goose"
  | "langchain"
  | "openai-agents"
  | "openai-chat"
  | "openai-responses"
  | "opencode"
  | "pi"
  | "qwen-code";

/** Where a session comes from. */
export type SessionSource = {
  readonly format: FormatName;
  readonly formatVersion?: string;
  readonly tool?: string;
  readonly toolVersion?: string;
  /** The working directory of the tool. */
  readonly directory?: string;
};

/** A kind of problem in a file. `line` is the first line that has it, from 1; `0` for the whole file. */
export type Problem = { readonly code: ProblemCode; readonly line: number; readonly count: number };

export type ProblemCode =
  /** A line is not JSON, or a record cannot be read. */
  | "bad-line"
  /** A record has a type that this release does not know. */
  | "unknown-type"
  /** A tool call has no result, although other messages follow. */
  | "call-without-result"
  /** A result names a call that is not in the file. */
  | "result-without-call"
  /** A compaction kept messages that are not in the file. */
  | "preserved-missing"
  /** The session continues another file, which was not read. */
  | "continues-other-file";

/** Why a record was not used. */
export type UnusedReason =
  /** Text that is not a complete record, or a record that cannot be read. Also a problem. */
  | "bad-line"
  /** A record of a type that this release does not know. Also a problem. */
  | "unknown-type"
  /** A record that was not shown to the model, such as the progress of a tool. */
  | "not-shown"
  /** A record with the id of an earlier one. */
  | "repeated"
  /** The last line, which was still being written. */
  | "unfinished";

/** The records of a file that were not used for one reason. */
export type UnusedRecords = {
  readonly reason: UnusedReason;
  readonly records: number;
  /** Records that hold a message, or the rest of one. */
  readonly messages: number;
  readonly bytes: number;
  /** The first line that has one, from 1. In a JSON document: the place in its list. */
  readonly line: number;
};

/**
 * How many records of a file were used. `total` is `used` and the records of `unused` together.
 *
 * A record is a JSON object of a line, or an element of a list of messages. Text between two records that is not one
 * counts as one record.
 */
export type RecordCounts = {
  readonly total: number;
  /** Records with a message, a compaction or facts about the session. */
  readonly used: number;
  readonly unused: readonly UnusedRecords[];
};

/** A compaction that the tool made. */
export type RecordedCompaction = {
  /** The newest item when it happened. `null` if the file begins with it. */
  readonly afterId: string | null;
  /** `opaque`: the summary is encrypted. `prune`: only results were emptied. `drop`: messages left without a summary. */
  readonly method: "summary" | "prune" | "opaque" | "drop";
  readonly trigger: "auto" | "manual" | "overflow" | "unknown";
  /** Without the lines that the tool puts around it. The item has them. */
  readonly summary?: string;
  /** The item that holds the summary. */
  readonly summaryId?: string;
  /** The items up to `afterId` that stayed verbatim. Absent for `prune`, which keeps all. */
  readonly keptIds?: readonly string[];
  /** The results that were emptied by a `prune`. */
  readonly clippedIds?: readonly string[];
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  /** Only of a log of Cutpoint. */
  readonly cost?: CompactionCost;
  /** In ms since the epoch. */
  readonly at?: number;
};

/** A conversation: the main one, or that of a sub-agent. */
export type ImportedThread = {
  /** If the file names no conversation: `main`, or `line-1` and so on for files with one conversation per line. */
  readonly id: string;
  readonly parentId?: string;
  /** The tool call of the parent that started this sub-agent. */
  readonly parentCallId?: string;
  readonly title?: string;
  readonly models: readonly string[];
  /** All messages, oldest first, including those that a compaction removed from the view. */
  readonly items: readonly Item[];
  /** Items that a rewind, an edit or a rollback took back. */
  readonly abandonedIds: readonly string[];
  readonly compactions: readonly RecordedCompaction[];
};

/** A session of another tool. The main thread comes first. */
export type ImportedSession = {
  readonly source: SessionSource;
  readonly threads: readonly ImportedThread[];
  readonly problems: readonly Problem[];
  readonly records: RecordCounts;
};
