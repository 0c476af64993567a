import { type Message, textOf } from "@cutpoint/core";
import { anchorsIn } from "../reading/anchor.ts";
import type { Reading } from "../reading/reading.ts";

/** What the summary in a result claims: its anchors, and those that nothing before the cut has. */
export type Fabrication = { readonly claimed: number; readonly invented: readonly string[] };

/**
 * Looks up each anchor of a result's summaries, and of every message that is no one of the history, in the history.
 * Most of what is found is a name cut in the middle. Words in a summary's markup count too.
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
      .flatMap((message) => anchorsIn(textOf(message)).map(({ text }) => text)),
  );
  const isKnown = (anchor: string): boolean => {
    const [first = end] = index.find(anchor);
    return first < end;
  };
  return { claimed: anchors.size, invented: [...anchors].filter((anchor) => !isKnown(anchor)) };
}
