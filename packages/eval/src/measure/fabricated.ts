import { type Message, textOf } from "@cutpoint/core";
import { anchorsIn } from "../reading/anchor.ts";
import type { Reading } from "../reading/reading.ts";

/** What the summary in a result claims: its anchors, and those that nothing before the cut has. */
export type Fabrication = { readonly claimed: number; readonly invented: readonly string[] };

/** What a summary says about itself: tags around its sections, what it says that it leaves out, and ids. */
const MARKUP = /<\/?[\w-]+>|\[…[^\]\n]{0,200}\]|\[Message [^\]\n]{0,200}\]/gu;

/**
 * Looks up each anchor of a result's summaries, and of every message that is no one of the history, in the history.
 * Most of what is found is a name cut in the middle. Of a phrase with an ellipsis, each piece is looked up.
 */
export function fabricationIn(
  result: readonly Message[],
  reading: Reading,
  at: number,
): Fabrication {
  const { transcript, index, stretches } = reading;
  const said = new Set(transcript.messages.slice(0, at).map(textOf));
  const end = stretches.find(({ message }) => message >= at)?.start ?? index.text.length;
  const anchors = new Set(
    result
      .filter((message) => message.role !== "system" && !said.has(textOf(message)))
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
