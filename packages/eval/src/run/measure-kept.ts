import type { Message, TokenEstimator } from "@cutpoint/core";
import { qualityOf } from "../measure/quality.ts";
import type { ResultText } from "../measure/result-text.ts";
import { keptAnchors, retentionOf } from "../measure/retention.ts";
import { userWordsKept } from "../measure/user-words.ts";
import type { Measures } from "./row.ts";
import type { Trial } from "./trial.ts";

/** The measures of what a result keeps. */
export type KeptMeasures = Omit<Measures, "evidence" | "fabricated" | "found">;

/** Measures how much of what later messages need a result keeps. */
export function measureKept(
  { cut, needs, reading }: Trial,
  messages: readonly Message[],
  given: {
    /** The text of the messages. */
    readonly text: ResultText;
    /** For each needed anchor, whether keeping only the newest messages keeps it. */
    readonly baseline: readonly boolean[];
    readonly estimator: TokenEstimator;
  },
): KeptMeasures {
  const { baseline, estimator, text } = given;
  const history = reading.transcript.messages.slice(0, cut.at);
  const retention = retentionOf(needs, text, keptAnchors(needs, text), baseline);
  const human = userWordsKept(history, messages, estimator);
  const quality = needs.anchors.length === 0 ? null : qualityOf({ ...retention, ...human });
  return { ...retention, ...human, quality };
}
