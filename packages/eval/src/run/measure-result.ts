import type { TokenEstimator } from "@cutpoint/core";
import { evidenceKept } from "../measure/evidence.ts";
import { fabricationIn } from "../measure/fabricated.ts";
import { resultTextOf } from "../measure/result-text.ts";
import { keptAnchors } from "../measure/retention.ts";
import { tokensOf, violationsOf } from "../measure/validity.ts";
import type { Arm } from "../methods/method.ts";
import type { Needs } from "../reading/needs.ts";
import type { MethodOutput } from "./make-result.ts";
import { measureKept } from "./measure-kept.ts";
import type { Measures, Row, Tally } from "./row.ts";
import type { Trial } from "./trial.ts";

export type ToMeasure = {
  readonly arm: Arm;
  readonly trial: Trial;
  readonly result: MethodOutput;
  /** For each needed anchor, whether keeping only the newest messages keeps it. */
  readonly baseline: readonly boolean[];
  readonly estimator: TokenEstimator;
  readonly rounds: number;
  /** Share of the evidence that the method's search finds. */
  readonly found: number | null;
};

export function measureResult(subject: ToMeasure): Row {
  const { arm, trial, result, baseline, estimator, rounds, found } = subject;
  const { reading, cut, needs, share, budgetTokens } = trial;
  const { transcript } = reading;
  const history = transcript.messages.slice(0, cut.at);
  const text = resultTextOf(result.messages);
  const kept = keptAnchors(needs, text);
  const fabrication = fabricationIn(result.messages, reading, cut.at);
  const { claimed, invented } = fabrication;
  const measured: Measures = {
    ...measureKept(trial, result.messages, { text, baseline, estimator }),
    fabricated: claimed === 0 ? null : invented.length / claimed,
    evidence: evidenceKept(history, needs, text),
    found,
  };
  const violations = violationsOf(result.messages, budgetTokens, estimator);
  const isVoid = violations.length > 0 || result.error !== null;
  const counted = isVoid ? kept.map(() => false) : kept;
  return {
    transcript: transcript.id,
    kind: transcript.kind,
    project: transcript.project,
    cut: cut.at,
    share,
    budgetTokens,
    historyTokens: cut.historyTokens,
    rounds,
    method: arm.name,
    role: arm.role,
    resultTokens: tokensOf(result.messages, estimator),
    violations,
    error: result.error,
    measures: isVoid ? voided(measured) : measured,
    byType: tallies(needs, counted, ({ type }) => type),
    byOrigin: tallies(needs, counted, ({ origin }) => origin),
    invented: invented.slice(0, 20),
    milliseconds: result.milliseconds,
  };
}

function voided(measures: Measures): Measures {
  const zeros = Object.entries(measures).map(([name, value]) => [name, value === null ? null : 0]);
  return {
    ...(Object.fromEntries(zeros) as Measures),
    fabricated: measures.fabricated,
    found: measures.found,
  };
}

function tallies<Key extends string>(
  { anchors }: Needs,
  kept: readonly boolean[],
  keyOf: (anchor: Needs["anchors"][number]) => Key,
): Readonly<Partial<Record<Key, Tally>>> {
  const found: Partial<Record<Key, { needed: number; kept: number }>> = {};
  for (const [index, anchor] of anchors.entries()) {
    const key = keyOf(anchor);
    const tally = (found[key] ??= { needed: 0, kept: 0 });
    tally.needed += 1;
    if (kept[index] === true) tally.kept += 1;
  }
  return found;
}
