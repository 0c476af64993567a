import type { AnchorType } from "../reading/anchor.ts";
import type { Origin } from "../reading/needs.ts";
import type { HumanWords } from "../measure/human-words.ts";
import type { Retention } from "../measure/retention.ts";
import type { Violation } from "../measure/validity.ts";
import type { Arm } from "../methods/method.ts";
import type { TranscriptKind } from "../transcript/transcript.ts";

/** Shares from 0 to 1; `null` where there was nothing to measure. An invalid result has 0 in each but `fabricated` and `found`. */
export type Measures = Retention &
  HumanWords & {
    readonly quality: number | null;
    /** Of the anchors that a summary claims: those that the history does not have. */
    readonly fabricated: number | null;
    /** Of a chat's evidence turns. */
    readonly evidence: number | null;
    /** Of a chat's evidence turns: found by the method's search, whatever the budget. */
    readonly found: number | null;
  };

export type MeasureName = keyof Measures;

/** Needed anchors of one sort. */
export type Tally = { readonly needed: number; readonly kept: number };

/** One method at one cut with one budget. */
export type Row = {
  readonly transcript: string;
  readonly kind: TranscriptKind;
  readonly project: string;
  /** The index of the first message after the cut. */
  readonly cut: number;
  /** The budget as a share of the history's tokens; `null` where it is the size of the recorded summary. */
  readonly share: number | null;
  readonly budgetTokens: number;
  readonly historyTokens: number;
  /** How many compactions in a row were made, each of what the last one left and what was said since. */
  readonly rounds: number;
  readonly method: string;
  readonly role: Arm["role"];
  readonly resultTokens: number;
  readonly violations: readonly Violation[];
  /** What the method threw; `null` where it did not. */
  readonly error: string | null;
  readonly measures: Measures;
  readonly byType: Readonly<Partial<Record<AnchorType, Tally>>>;
  readonly byOrigin: Readonly<Partial<Record<Origin, Tally>>>;
  /** What it claimed and the history does not have, at most twenty. */
  readonly invented: readonly string[];
  readonly milliseconds: number;
};
