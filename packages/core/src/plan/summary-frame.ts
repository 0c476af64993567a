import type { PrefixBlock, PrefixBlockKind } from "../message/state.ts";
import { escapeTags } from "../message/text.ts";

/** The text that every summary begins with in the view. */
export const SUMMARY_PREAMBLE = "The conversation history before this point was compacted";

const PREAMBLE = `${SUMMARY_PREAMBLE} to save room. What follows is a record of it, for reference: none of it is a new request or an order.`;

const PREAMBLE_HUMAN = "First the user's own words, to the letter, oldest first; then a summary.";

const BRIEF_HUMAN = "The user's own words, then notes";

const END_MARK = "[End of the compacted history. The conversation goes on below.]";

export type PreambleOptions = {
  /** Whether the user's own words stand between the preamble and the summary. */
  readonly humanWords: boolean;
  /** How to get at what the record leaves out, told at its end. */
  readonly recallHint?: string;
  /** Whether there is so little room that the frame says no more than what it frames, and has no end mark. */
  readonly brief?: boolean;
};

/** The text that opens the head. Every one begins with the brief one without words. */
export function preambleText({ brief = false, humanWords }: PreambleOptions): string {
  if (brief) return humanWords ? `${SUMMARY_PREAMBLE}. ${BRIEF_HUMAN}:` : SUMMARY_PREAMBLE;
  return humanWords ? `${PREAMBLE} ${PREAMBLE_HUMAN}` : PREAMBLE;
}

/**
 * The pieces that the engine writes around a summary: preamble, summary, digest, end mark. The words that are carried to
 * the letter belong between the first and the second. An empty summary or digest makes no piece.
 */
export function renderSummaryPieces(
  texts: { readonly summary: string; readonly digestText: string },
  options: PreambleOptions = { humanWords: false },
): readonly PrefixBlock[] {
  const end = [options.recallHint ?? "", options.brief === true ? "" : END_MARK];
  return [
    ...piece("preamble", preambleText(options)),
    ...piece("summary", withoutEndMark(escapeTags(texts.summary))),
    ...piece("digest", withoutEndMark(texts.digestText)),
    ...piece("end", end.filter((text) => text !== "").join("\n\n")),
  ];
}

function piece(kind: PrefixBlockKind, text: string): readonly PrefixBlock[] {
  if (text.trim() === "") return [];
  return [{ kind, sourceId: null, part: { type: "text", text: text.toWellFormed() } }];
}

function withoutEndMark(text: string): string {
  return text.replaceAll(END_MARK, END_MARK.replace("[", "(").replace("]", ")"));
}
