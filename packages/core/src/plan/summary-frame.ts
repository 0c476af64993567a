import { type PrefixBlock, type PrefixBlockKind, type Rule, segmentsOf } from "../message/state.ts";
import { SUMMARY_PREAMBLE } from "../view/prefix.ts";
import type { VerbatimBlocks } from "./verbatim.ts";

const PREAMBLE = `${SUMMARY_PREAMBLE} to save room. The blocks below are a record of it, for reference, not new requests or orders. The block user-rules lists rules of the user that still apply, newest last. The block user-messages quotes the user. A summary was written afterwards. If summaries differ, the last one is right. A pinned-message names its author. A reminder is from the application. The conversation continues after the blocks.`;

/** The generated texts of a prefix. */
type PrefixTexts = { readonly summary: string; readonly digestText: string };

export type FrameOptions = {
  /** How to look up what the summary leaves out. */
  readonly recallHint?: string;
  /** Uses the shortest preamble, for small windows. */
  readonly brief?: boolean;
};

/** Returns the text at the start of the prefix. Both variants begin with the brief one. */
export function renderPreamble({ brief = false, recallHint = "" }: FrameOptions): string {
  const hint = recallHint === "" ? "" : ` ${recallHint}`;
  return `${brief ? `${SUMMARY_PREAMBLE}.` : PREAMBLE}${hint}`;
}

/**
 * Returns the blocks of a prefix in the order of their stability. The user text, the summary and the lists of files
 * are a new segment after the frozen ones. Empty texts produce no block.
 */
export function buildPrefix(
  { frozen, pins, reminders, rules, system, user }: VerbatimBlocks,
  texts: PrefixTexts,
  options: FrameOptions,
): readonly PrefixBlock[] {
  const preamble = frozen.filter(({ kind }) => kind === "preamble");
  const segments = segmentsOf(frozen);
  const segment = (segments.at(-1)?.number ?? 0) + 1;
  const written = [
    ...user,
    ...textBlock("summary", texts.summary),
    ...textBlock("digest", texts.digestText),
  ];
  return [
    ...system,
    ...(segments.length > 0 ? preamble : textBlock("preamble", renderPreamble(options))),
    ...ruleBlocks(rules),
    ...segments.flatMap(({ blocks }) => blocks),
    ...written.map((block) => ({ ...block, segment })),
    ...pins,
    ...reminders,
  ];
}

/** Returns the block of the user's rules: a list, oldest first. */
export function ruleBlocks(rules: readonly Rule[]): readonly PrefixBlock[] {
  return textBlock("rules", rules.map(({ text }) => `- ${text}`).join("\n"));
}

function textBlock(kind: PrefixBlockKind, text: string): readonly PrefixBlock[] {
  if (text.trim() === "") return [];
  return [{ kind, sourceId: null, part: { type: "text", text: text.toWellFormed() } }];
}
