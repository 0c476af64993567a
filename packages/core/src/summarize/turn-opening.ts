/** How a turn of a talk may open: with its time in brackets, with the name of who says it, as in `[9:05, 3 May] Ann: `. */
export type TurnOpening = {
  /** With what follows it up to the next word; the empty text where there is none. */
  readonly time: string;
  readonly speaker: string;
  readonly rest: string;
};

const TIME = /^\[(?=[^\]\d]{0,60}\d)[^[\]\n]{1,60}\] {1,8}/u;
const SPEAKER = /^(?:user|assistant|\p{Lu}[\p{L}\p{N}.'’_-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30})?): /u;

export function turnOpening(text: string): TurnOpening {
  const [time = ""] = TIME.exec(text) ?? [];
  const words = text.slice(time.length);
  const [speaker = ""] = SPEAKER.exec(words) ?? [];
  return { time, speaker, rest: words.slice(speaker.length) };
}
