import type { AnchorType } from "../reading/anchor.ts";
import type { Origin } from "../reading/needs.ts";
import type { UserWords } from "../measure/user-words.ts";
import type { Retention } from "../measure/retention.ts";
import type { Violation } from "../measure/validity.ts";
import type { Arm } from "../methods/method.ts";
import type { TranscriptKind } from "../transcript/transcript.ts";

/**
 * Shares from 0 to 1, or `null` if there was nothing to measure. Invalid results have 0, except in `fabricated` and
 * `found`.
 */
export type Measures = Retention &
  UserWords & {
    readonly quality: number | null;
    /** Share of the summary's anchors that do not occur in the history. */
    readonly fabricated: number | null;
    /** Share of a chat's evidence turns that is kept. */
    readonly evidence: number | null;
    /** Share of a chat's evidence turns that the method's search finds, for any budget. */
    readonly found: number | null;
  };

export type MeasureName = keyof Measures;

/** Counts of needed anchors of one type or origin. */
export type Tally = { readonly needed: number; readonly kept: number };

/** Result of one method at one cut with one budget. */
export type Row = {
  readonly transcript: string;
  readonly kind: TranscriptKind;
  readonly project: string;
  /** Index of the first message after the cut. */
  readonly cut: number;
  /** Budget as a share of the history's tokens, or `null` for the size of the recorded summary or the session's view. */
  readonly share: number | null;
  readonly budgetTokens: number;
  readonly historyTokens: number;
  /** Number of compactions in a row. Each one compacts the last result and the messages since then. */
  readonly rounds: number;
  readonly method: string;
  readonly role: Arm["role"];
  readonly resultTokens: number;
  readonly violations: readonly Violation[];
  /** Error of the method, or `null`. */
  readonly error: string | null;
  readonly measures: Measures;
  readonly byType: Readonly<Partial<Record<AnchorType, Tally>>>;
  readonly byOrigin: Readonly<Partial<Record<Origin, Tally>>>;
  /** Anchors of the summary that do not occur in the history, at most 20. */
  readonly invented: readonly string[];
  readonly milliseconds: number;
};
