import { type Message, textOf } from "@cutpoint/core";
import { anchorsIn } from "../reading/anchor.ts";
import type { Reading } from "../reading/reading.ts";

/** Anchors of the summary, and those of them that do not occur before the cut. */
export type Fabrication = { readonly claimed: number; readonly invented: readonly string[] };

/** Text that the summary format adds: tags, omission notes, message ids. */
const MARKUP = /<\/?[\w-]+>|\[…[^[\]\n]{0,200}\]|\[Message [^\]\n]{0,200}\]/gu;

/**
 * Looks up each anchor of the summaries and new messages of a result in the history.
 *
 * Most anchors that are not found are truncated names. Each part of a phrase with an ellipsis is looked up separately.
 */
export function fabricationIn(
  result: readonly Message[],
  reading: Reading,
  at: number,
): Fabrication {
  const { transcript, index, stretches } = reading;
  const known = new Set(transcript.messages.slice(0, at).map(textOf));
  const end = stretches.find(({ message }) => message >= at)?.start ?? index.text.length;
  const anchors = new Set(
    result
      .filter((message) => message.role !== "system" && !known.has(textOf(message)))
      .flatMap((message) => anchorsIn(textOf(message).replace(MARKUP, " ")))
      .map(({ text }) => text),
  );
  const isKnown = (anchor: string): boolean =>
    anchor
      .split("…")
      .map((piece) => piece.trim())
      .every((piece) => !/[\p{L}\p{N}]/u.test(piece) || (index.find(piece)[0] ?? end) < end);
  return { claimed: anchors.size, invented: [...anchors].filter((anchor) => !isKnown(anchor)) };
}
