import { type Message, textOf, type TokenEstimator, toolCalls } from "@cutpoint/core";
import type { Transcript } from "../transcript/transcript.ts";
import { type Anchor, anchorsIn } from "./anchor.ts";
import { messageText } from "./message-text.ts";
import { createTextIndex, lastAtMost, type TextIndex } from "./text-index.ts";

/** Part of the joined text: a message, or text that the program showed after it. */
type Stretch = {
  /** Index of the message. */
  readonly message: number;
  readonly role: Message["role"] | "shown";
  /** Offset in the joined text, in UTF-16 units. */
  readonly start: number;
};

/** A transcript with everything that measures use repeatedly. */
export type Reading = {
  readonly transcript: Transcript;
  /** Exact tokens of each message. */
  readonly tokens: readonly number[];
  /** Index of all parts, joined by blank lines. */
  readonly index: TextIndex;
  readonly stretches: readonly Stretch[];
  stretchAt(offset: number): Stretch;
  /** Returns the anchors of a message. Cached. */
  anchors(message: number): readonly Anchor[];
  /** Words of four letters or more, with the parts that contain them. */
  readonly words: ReadonlyMap<string, readonly number[]>;
  readonly toolNames: ReadonlySet<string>;
};

/** Words of four letters or more. */
const WORD = /\p{L}{4,}/gu;

export function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(WORD));
}

export function readingOf(transcript: Transcript, estimator: TokenEstimator): Reading {
  const { messages, shown } = transcript;
  const stretches: Stretch[] = [];
  const words = new Map<string, number[]>();
  const texts: string[] = [];
  let start = 0;
  const add = (text: string, message: number, role: Stretch["role"]): void => {
    for (const word of wordsIn(text)) {
      const known = words.get(word);
      if (known === undefined) words.set(word, [stretches.length]);
      else known.push(stretches.length);
    }
    stretches.push({ message, role, start });
    texts.push(text);
    start += text.length + 2;
  };
  for (const [place, message] of messages.entries()) {
    add(messageText(message), place, message.role);
    const after = shown.get(place);
    if (after !== undefined) add(after, place, "shown");
  }
  const starts = stretches.map((stretch) => stretch.start);
  const known = new Map<number, readonly Anchor[]>();
  return {
    transcript,
    tokens: messages.map((message) => estimator.estimate(message)),
    index: createTextIndex(texts.join("\n\n")),
    stretches,
    stretchAt: (offset) => stretches[lastAtMost(starts, offset)] as Stretch,
    anchors: (place) => {
      const message = messages[place];
      const found =
        known.get(place) ?? (message === undefined ? [] : anchorsIn(messageText(message)));
      known.set(place, found);
      return found;
    },
    words,
    toolNames: new Set(messages.flatMap((message) => toolCalls(message).map(({ name }) => name))),
  };
}

/** Returns whether a message contains text of the user. */
export function isFromUser(message: Message): boolean {
  return message.role === "user" && message.provenance === "user" && textOf(message).trim() !== "";
}
