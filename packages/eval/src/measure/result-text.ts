import type { Message } from "@cutpoint/core";
import { LONGEST_LINE, messageText } from "../reading/message-text.ts";
import { wordsIn } from "../reading/reading.ts";
import { createTextIndex } from "../reading/text-index.ts";

/** Searchable text of a result, without system messages. */
export type ResultText = {
  readonly text: string;
  /** Lines that contain an anchor, without long lines. `null` if the anchor is missing. */
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
  /** A path counts if its directory is alone in one place and the rest is in another. */
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

function standsAlone(text: string, place: number, directory: string): boolean {
  if (isPathCharacter(text, place - 1)) return false;
  const end = place + directory.length;
  const next = text.charAt(end) === "/" || text.charAt(end) === "\\" ? end + 1 : end;
  return !isPathCharacter(text, next) || /^[.]\s/u.test(text.slice(next, next + 2));
}

function isPathCharacter(text: string, at: number): boolean {
  return at >= 0 && PATH_CHARACTER.test(text.charAt(at));
}
