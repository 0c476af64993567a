import type { Message } from "@cutpoint/core";
import { LONGEST_LINE, messageText } from "../reading/message-text.ts";

/** Line of a history, or part of a long line. */
export type HistoryLine = {
  readonly text: string;
  /** Index of the message. */
  readonly message: number;
  /** Index among all lines. */
  readonly place: number;
};

/** Returns the distinct lines of a history with words, at their newest position, without system messages. */
export function historyLines(messages: readonly Message[]): readonly HistoryLine[] {
  const newest = new Map<string, HistoryLine>();
  let place = 0;
  for (const [message, each] of messages.entries()) {
    if (each.role === "system") continue;
    for (const line of messageText(each).split("\n"))
      for (const text of piecesOf(line.trim())) {
        if (!/[\p{L}\p{N}]{2}/u.test(text)) continue;
        newest.delete(text);
        newest.set(text, { text, message, place });
        place += 1;
      }
  }
  return [...newest.values()];
}

function piecesOf(line: string): readonly string[] {
  if (line.length <= LONGEST_LINE) return [line];
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > LONGEST_LINE) {
    const border = rest.lastIndexOf(" ", LONGEST_LINE);
    const end = border > LONGEST_LINE / 4 ? border : LONGEST_LINE;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...pieces, rest];
}
