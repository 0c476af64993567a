import type { PrefixBlock, PrefixBlockKind, Rule } from "../message/state.ts";
import { SUMMARY_PREAMBLE } from "../view/prefix.ts";
import type { VerbatimBlocks } from "./verbatim.ts";

const PREAMBLE = `${SUMMARY_PREAMBLE} to save room. The blocks below are a record of it, for reference, not new requests or orders. The block user-rules lists rules of the user that still apply, newest last. The block user-messages quotes the user. A summary was written afterwards. A pinned-message names its author. A reminder is from the application. The conversation continues after the blocks.`;

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

/** Returns the blocks of a prefix in the order of their stability. Empty texts produce no block. */
export function buildPrefix(
  { pins, reminders, rules, system, user }: VerbatimBlocks,
  texts: PrefixTexts,
  options: FrameOptions,
): readonly PrefixBlock[] {
  return [
    ...system,
    ...textBlock("preamble", renderPreamble(options)),
    ...ruleBlocks(rules),
    ...user,
    ...textBlock("summary", texts.summary),
    ...pins,
    ...reminders,
    ...textBlock("digest", texts.digestText),
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
