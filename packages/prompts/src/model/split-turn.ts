import { type Item, textOf } from "@cutpoint/core";
import {
  escapeTags,
  joinTurnContext,
  splitTurnContext,
  TURN_CONTEXT_HEADING,
  truncateMiddle,
} from "@cutpoint/core/kit";
import { TURN_SECTIONS } from "../prompt/turn-prefix-prompt.ts";

const [{ heading: REQUEST_HEADING } = { heading: "" }] = TURN_SECTIONS;

/** The lengths of a quoted request to try, in UTF-16 units. */
const QUOTE_CHARACTERS = [1_000, 300, 100];

/**
 * Puts the heading of a split turn into a summary of history and turn. A model may leave it out, or ignore the request
 * for a second part: then the turn's first message is quoted under the heading.
 */
export function withTurnContext(
  text: string,
  turnPrefix: readonly Item[],
  fits: (text: string) => boolean,
): string {
  if (turnPrefix.length === 0) return text;
  if (text.includes(TURN_CONTEXT_HEADING)) {
    const { history, turn } = splitTurnContext(text);
    return joinTurnContext(history, turn ?? "");
  }
  const start = text.indexOf(`${REQUEST_HEADING}\n`);
  if (start !== -1) {
    const { history } = splitTurnContext(`${text.slice(0, start)}${TURN_CONTEXT_HEADING}`);
    return joinTurnContext(history, text.slice(start));
  }
  const said = turnPrefix[0] === undefined ? "" : escapeTags(textOf(turnPrefix[0].message).trim());
  const joined = QUOTE_CHARACTERS.map((characters) =>
    joinTurnContext(text, `${REQUEST_HEADING}\n${truncateMiddle(said, characters)}`),
  );
  return joined.find(fits) ?? text;
}
