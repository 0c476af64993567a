import { type Message, type TokenEstimator, textOf, userMessage } from "@cutpoint/core";
import {
  fabricationIn,
  keptAnchors,
  type Needs,
  type Reading,
  resultTextOf,
} from "@cutpoint/eval/measures";
import type { CompactionResult, ResultMessage, Status } from "./page-data.ts";
import { sourcedSentences } from "./sentences.ts";

/** A compaction of a thread, with what its measures need. */
export type CutContext = {
  readonly reading: Reading;
  readonly estimator: TokenEstimator;
  /** Index of the first message after the cut. */
  readonly at: number;
  /** The messages of the thread before the cut. */
  readonly history: readonly Message[];
  readonly needs: Needs;
};

/** Creates the message that shows a summary. */
export function summaryMessage(text: string): Message {
  return { ...userMessage(text), provenance: "summary" };
}

/** Describes the messages of a view after a compaction. Messages of the history are found by identity. */
export function describeResult(
  name: string,
  result: readonly Message[],
  context: CutContext,
): CompactionResult {
  const { at, estimator, history, needs, reading } = context;
  const messages = withOriginalSystem(result, history);
  const indexOf = new Map(history.map((message, index) => [message, index]));
  const added = messages.filter((message) => !indexOf.has(message));
  const written = added.filter(({ role }) => role === "user");
  const isSummarized = written.length > 0;
  const summary = written.map(textOf).join("\n\n");
  return {
    name,
    tokens: messages.reduce((sum, message) => sum + estimator.estimate(message), 0),
    statuses: statusesOf(history, messages, isSummarized ? summary : null).join(""),
    messages: messages.map((message): ResultMessage => indexOf.get(message) ?? message),
    summary: summary === "" ? [] : sourcedSentences(reading, at, summary),
    invented: inventedIn(summary, added, context),
    kept: keptAnchors(needs, resultTextOf(messages)),
  };
}

/** Returns the exact texts of a summary that do not occur before the cut. The measure also finds texts without their tags. */
function inventedIn(
  summary: string,
  added: readonly Message[],
  { at, reading }: CutContext,
): readonly string[] {
  if (summary === "") return [];
  return fabricationIn(added, reading, at).invented.filter((text) => summary.includes(text));
}

/** A compaction copies the system messages into its prefix. Returns the original ones in their place. */
function withOriginalSystem(
  result: readonly Message[],
  history: readonly Message[],
): readonly Message[] {
  const originals = history.filter(({ role }) => role === "system");
  return result.map((message) =>
    message.role === "system"
      ? (originals.find((original) => textOf(original) === textOf(message)) ?? message)
      : message,
  );
}

/** @param summary the text of the summary, empty if it is encrypted, or `null` without one */
function statusesOf(
  history: readonly Message[],
  result: readonly Message[],
  summary: string | null,
): readonly Status[] {
  const shown = new Set(result);
  const clipped = new Set(
    result.flatMap((message) => (message.role === "tool" ? [message.callId] : [])),
  );
  return history.map((message) => {
    if (shown.has(message)) return "v";
    if (message.role === "tool" && clipped.has(message.callId)) return "c";
    if (summary === null) return "g";
    return message.role === "user" && isQuoted(textOf(message), summary) ? "v" : "s";
  });
}

/** Whether a summary contains a message verbatim. */
function isQuoted(text: string, summary: string): boolean {
  const trimmed = text.trim();
  return trimmed !== "" && summary.includes(trimmed);
}
