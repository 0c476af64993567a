import type { CompactionCost, Message, ToolKind } from "@cutpoint/core";
import type { NeededAnchor } from "@cutpoint/eval/measures";

/** Everything that a page shows, as JSON. Messages are named by their index in the thread. */
export type PageData = {
  readonly title: string;
  /** Format and tool of the file, such as `codex 0.140`. */
  readonly source: string;
  /** Whether secrets were replaced. */
  readonly redacted: boolean;
  /** Parts of the file that were not understood, one sentence each. */
  readonly problems: readonly string[];
  readonly threads: readonly PageThread[];
};

/** One conversation: the main one, or that of a sub-agent. */
export type PageThread = {
  readonly id: string;
  readonly title: string;
  readonly models: readonly string[];
  readonly messages: readonly PageMessage[];
  readonly compactions: readonly PageCompaction[];
  readonly runs: readonly PageRun[];
};

export type PageMessage = {
  readonly id: string;
  readonly message: Message;
  /** Estimated tokens of the whole message. */
  readonly tokens: number;
  /** In ms since the epoch. */
  readonly at?: number;
};

/**
 * State of a message after a compaction, as one letter: `v` visible, `c` clipped, `s` summarized, `g` gone.
 *
 * `clipped` messages are visible without a part of their content.
 */
export type Status = "v" | "c" | "s" | "g";

export type PageCompaction = {
  /** Made by the tool that wrote the file, by Cutpoint as an example if the file has none, or by a replay. */
  readonly origin: "recorded" | "example" | "replayed";
  readonly method: string;
  readonly trigger: string;
  /** Index of the first message after it. */
  readonly at: number;
  /** The messages that the model saw before it. */
  readonly before: readonly ResultMessage[];
  readonly tokensBefore: number;
  /** What Cutpoint recorded; absent for compactions of other tools. */
  readonly cost?: CompactionCost;
  /** `false` if `needs`, `repeats` and `results` are still to be computed. */
  readonly isDescribed: boolean;
  /** Texts that the assistant used afterwards without seeing them again first. */
  readonly needs: readonly PageNeed[];
  /** Calls that were repeated afterwards although their result had been seen before. */
  readonly repeats: readonly Repeat[];
  /** The recorded result, if its text is known, and that of Cutpoint. */
  readonly results: readonly CompactionResult[];
};

export type PageNeed = Pick<NeededAnchor, "text" | "type" | "origin" | "firstUse">;

/** A message of a view: a message of the thread, or a new one. */
export type ResultMessage = number | Message;

/** What the model saw after a compaction. */
export type CompactionResult = {
  readonly name: string;
  readonly tokens: number;
  /** A {@link Status} for each message before the cut. */
  readonly statuses: string;
  readonly messages: readonly ResultMessage[];
  /** The lines of the summary, sentence by sentence. Empty without a summary. */
  readonly summary: readonly (readonly Sentence[])[];
  /** Exact texts in the summary that do not occur before the cut. */
  readonly invented: readonly string[];
  /** Whether each need is in the result. */
  readonly kept: readonly boolean[];
};

export type Sentence = {
  readonly text: string;
  /** Index of the message that shares most of its rare words. `null` if none shares half of them. */
  readonly source: number | null;
  /** Share of the weight of its words that the source has, from 0 to 1. */
  readonly share: number;
};

/** A tool call with its result. */
export type PageRun = {
  /** Index of the message with the call. */
  readonly call: number;
  /** Index of the message with the result. `null` without one. */
  readonly result: number | null;
  readonly tool: string;
  readonly kind: ToolKind;
  /** File, command, query or arguments. */
  readonly target: string;
  /** Tokens of the arguments and the result. */
  readonly tokens: number;
  /** Position of the newest earlier run of the same tool with the same target. `null` if there is none. */
  readonly earlier: number | null;
  /** Whether the earlier run had the same result. */
  readonly same: boolean;
};

/** A run after a compaction whose earlier result was seen before it. */
export type Repeat = {
  /** Position in the runs of the thread. */
  readonly run: number;
  /** Index of the message with the earlier result. */
  readonly earlier: number;
};
