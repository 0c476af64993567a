import type { TranscriptOptions } from "@cutpoint/core/kit";

/**
 * Limits of tool results and arguments in characters, the longest first.
 *
 * With 2,000 characters, as in pi, summaries lack findings: readers answered 72 % of the questions about them, and 84 % with
 * 16,000.
 */
const LIMITS = [16_000, 8_000, 4_000, 2_000] as const;

/** Returns the forms of a transcript, the longest first. The first one that fits one call is sent. */
export function transcriptsFor(options: TranscriptOptions): readonly TranscriptOptions[] {
  if (options.maxResultCharacters !== undefined) return [options];
  return LIMITS.map((limit) => ({
    maxArgumentCharacters: limit,
    ...options,
    maxResultCharacters: limit,
  }));
}

const MOST = 2_000;
const MOST_TEXT = 20_000;
const LEAST_CHARACTERS = 125;

/** Yields forms with half of the limits of the one before, down to results of 125 characters. */
export function* shorterThan(form: TranscriptOptions): Generator<TranscriptOptions> {
  const { maxArgumentCharacters: argument = MOST, maxResultCharacters: result = MOST } = form;
  const { maxTextCharacters: text = MOST_TEXT } = form;
  if (result <= LEAST_CHARACTERS) return;
  const half = {
    ...form,
    maxArgumentCharacters: Math.floor(argument / 2),
    maxResultCharacters: Math.floor(result / 2),
    maxTextCharacters: Math.floor(text / 2),
  };
  yield half;
  yield* shorterThan(half);
}
