import type { Message } from "@cutpoint/core";
import { LONGEST_LINE, messageText } from "../reading/message-text.ts";
import { wordsIn } from "../reading/reading.ts";
import { createTextIndex } from "../reading/text-index.ts";

/** What a method left, made ready to be searched; system messages, which are always kept, are not in it. */
export type ResultText = {
  readonly text: string;
  /** The lines that hold an anchor, long ones left out; `null` where it is nowhere. */
  linesOf(anchor: string): ReadonlySet<number> | null;
  hasWord(word: string): boolean;
};

const PATH_CHARACTER = /[\p{L}\p{N}_./\\~-]/u;

export function resultTextOf(messages: readonly Message[]): ResultText {
  const text = messages
    .filter(({ role }) => role !== "system")
    .map(messageText)
    .join("\n\n");
  const index = createTextIndex(text);
  const words = wordsIn(text);
  const known = new Map<string, ReadonlySet<number> | null>();
  const placesOf = (anchor: string): readonly number[] => {
    const places = index.find(anchor);
    return places.length > 0 ? places : relativePlaces(anchor);
  };
  /** A path may be told in two parts: its directory by itself, once, and the rest of it. */
  const relativePlaces = (path: string): readonly number[] => {
    if (!/^(?:~?[/]|[A-Za-z]:\\)/u.test(path)) return [];
    for (
      let at = path.search(/[/\\][^/\\]*$/u);
      at > 1;
      at = path.slice(0, at).search(/[/\\][^/\\]*$/u)
    ) {
      const [directory, rest] = [path.slice(0, at), path.slice(at + 1)];
      if (!index.find(directory).some((place) => standsAlone(text, place, directory))) continue;
      const places = index.find(rest).filter((place) => !isPathCharacter(text, place - 1));
      if (places.length > 0) return places;
    }
    return [];
  };
  return {
    text,
    linesOf: (anchor) => {
      const found = known.get(anchor);
      if (found !== undefined) return found;
      const places = placesOf(anchor);
      const lines = places
        .map((place) => index.lineAt(place))
        .filter((line) => index.lineLength(line) <= LONGEST_LINE);
      const result = places.length === 0 ? null : new Set(lines);
      known.set(anchor, result);
      return result;
    },
    hasWord: (word) => words.has(word),
  };
}

/** Whether a directory stands there without anything below it. */
function standsAlone(text: string, place: number, directory: string): boolean {
  if (isPathCharacter(text, place - 1)) return false;
  const end = place + directory.length;
  const next = text.charAt(end) === "/" || text.charAt(end) === "\\" ? end + 1 : end;
  return !isPathCharacter(text, next) || /^[.]\s/u.test(text.slice(next, next + 2));
}

function isPathCharacter(text: string, at: number): boolean {
  return at >= 0 && PATH_CHARACTER.test(text.charAt(at));
}
