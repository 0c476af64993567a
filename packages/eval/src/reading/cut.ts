import { type Message, toolCalls } from "@cutpoint/core";
import type { TranscriptKind } from "../transcript/transcript.ts";
import type { Reading } from "./reading.ts";

/** A position where a conversation is compacted. Messages before `at` are the history, the rest is the future. */
export type Cut = {
  /** Intended share of the transcript's tokens. */
  readonly share: number;
  /** Index of the first message after the cut. It is an assistant message, and all calls before it have results. */
  readonly at: number;
  /** Exact tokens of the history, without system messages. */
  readonly historyTokens: number;
};

/** Positions of the cuts, as shares of the tokens. */
const CUT_SHARES: Readonly<Record<TranscriptKind, readonly number[]>> = {
  coding: [0.4, 0.6, 0.8],
  service: [0.5, 0.75],
  chat: [1],
  recorded: [],
};

/**
 * Returns the distinct cuts of a transcript, oldest first.
 *
 * A chat is cut at its end, a recorded transcript where the summary was made.
 */
export function cutsOf(reading: Reading): readonly Cut[] {
  const { transcript, tokens } = reading;
  const { messages, summary, kind } = transcript;
  const before = [0];
  for (const [index, message] of messages.entries())
    before.push((before.at(-1) ?? 0) + (message.role === "system" ? 0 : (tokens[index] ?? 0)));
  const total = before.at(-1) ?? 0;
  const cut = (at: number, share: number): Cut => ({ share, at, historyTokens: before[at] ?? 0 });
  if (summary !== null) return [cut(summary.cut, (before[summary.cut] ?? 0) / total)];
  if (kind === "chat") return [cut(messages.length, 1)];
  const places = answeredPlaces(messages);
  const cuts = new Map<number, Cut>();
  for (const share of CUT_SHARES[kind]) {
    const at = places.find((place) => (before[place] ?? 0) >= share * total);
    if (at !== undefined && !cuts.has(at)) cuts.set(at, cut(at, share));
  }
  return [...cuts.values()];
}

/** Returns the indices of assistant messages, except the first, before which all calls have results. */
export function answeredPlaces(messages: readonly Message[]): readonly number[] {
  let open = new Set<string>();
  const places: number[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") open.delete(message.callId);
    if (message.role !== "assistant") continue;
    if (open.size === 0 && index > 0) places.push(index);
    open = new Set(toolCalls(message).map(({ callId }) => callId));
  }
  return places;
}
