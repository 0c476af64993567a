import type { Summarizer, TokenEstimator } from "@cutpoint/core";
import { readingOf, type Row, type Transcript, type Trial, trialsOf } from "@cutpoint/eval";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { recordedSummarizer } from "../../../packages/eval/src/methods/recorded-arms.ts";
import { cacheTokens } from "../../../packages/eval/src/reading/cache-tokens.ts";
import { joinedByProject } from "./joined.ts";
import { measureOneCall, measurePolicy, type PolicyTrial } from "./measure-policy.ts";
import { MODEL_SHARES, OTHER_SHARES, policyOf, type Shares, SUMMARY_SHARES } from "./shares.ts";

/** The means of one division of one window. What is kept is a share from 0 to 1, or `null` if nothing was measured. */
export type Mean = {
  readonly group: Group["name"];
  readonly windowTokens: number;
  /** `null` for the default policy. */
  readonly shares: Shares | null;
  /** Whether the conversation grew message by message, or was compacted once. */
  readonly isGrowing: boolean;
  readonly conversations: number;
  readonly compactions: number;
  /** The size of the view in tokens. */
  readonly viewTokens: number;
  readonly quality: number | null;
  readonly far: number | null;
  readonly evidence: number | null;
  /** Q, or the evidence of a chat, after `compactMessages` with a budget of the same size; `null` for one compaction. */
  readonly oneCall: number | null;
};

/** Conversations that are measured with the same windows and divisions. */
type Group = {
  readonly name: "coding" | "joined" | "chat" | "model";
  readonly windows: readonly number[];
  readonly divisions: readonly Shares[];
  readonly trials: readonly Trial[];
};

/** A conversation is measured if it has this many times the tokens of the window. */
const LEAST_LENGTH = 1.25;

/**
 * Measures all divisions of all windows.
 *
 * @param progress receives each mean when it is known
 */
export async function measureAll(
  transcripts: readonly Transcript[],
  exact: TokenEstimator,
  progress: (mean: Mean) => void,
): Promise<readonly Mean[]> {
  const estimator = cacheTokens(exact);
  const means: Mean[] = [];
  for (const group of groupsOf(transcripts, estimator))
    for (const windowTokens of group.windows)
      for (const shares of [null, ...group.divisions]) {
        const measured = await meansOf(group, windowTokens, shares, estimator);
        for (const mean of measured) progress(mean);
        means.push(...measured);
      }
  return means;
}

/** Single coding sessions fill small windows, and the joined ones of a project large windows. */
function groupsOf(transcripts: readonly Transcript[], estimator: TokenEstimator): readonly Group[] {
  const trialsIn = (list: readonly Transcript[]): readonly Trial[] =>
    list.flatMap((transcript) => [...trialsOf(readingOf(transcript, estimator), estimator, [1])]);
  const ofKind = (kind: Transcript["kind"]): readonly Transcript[] =>
    transcripts.filter((transcript) => transcript.kind === kind);
  return [
    {
      name: "coding",
      windows: [8_000, 16_000, 32_000],
      divisions: [...SUMMARY_SHARES, ...OTHER_SHARES],
      trials: lastOfEach(trialsIn(ofKind("coding"))),
    },
    {
      name: "joined",
      windows: [128_000, 200_000],
      divisions: SUMMARY_SHARES,
      trials: trialsIn(joinedByProject(transcripts)),
    },
    {
      name: "chat",
      windows: [8_000],
      divisions: [...SUMMARY_SHARES, ...OTHER_SHARES],
      trials: trialsIn(ofKind("chat")),
    },
    {
      name: "model",
      windows: [32_000, 64_000],
      divisions: MODEL_SHARES,
      trials: lastOfEach(trialsIn(ofKind("recorded"))),
    },
  ];
}

function lastOfEach(trials: readonly Trial[]): readonly Trial[] {
  return [...new Map(trials.map((trial) => [trial.reading, trial])).values()];
}

async function meansOf(
  { name, trials }: Group,
  windowTokens: number,
  shares: Shares | null,
  estimator: TokenEstimator,
): Promise<readonly Mean[]> {
  const long = trials.filter(({ cut }) => cut.historyTokens >= LEAST_LENGTH * windowTokens);
  const policy = shares === null ? undefined : policyOf(shares, windowTokens);
  const measureAs = name === "chat" ? "evidence" : "quality";
  const means: Mean[] = [];
  for (const isGrowing of name === "model" ? [false] : [true, false]) {
    const rows: Row[] = [];
    const counts: number[] = [];
    const oneCalls: (number | null)[] = [];
    for (const trial of long) {
      const summarizer = summarizerFor(name, trial);
      const subject: PolicyTrial = {
        trial,
        windowTokens,
        policy,
        summarizer,
        isGrowing,
        estimator,
      };
      const { row, compactions } = await measurePolicy(subject);
      rows.push(row);
      counts.push(compactions);
      if (!isGrowing) continue;
      const oneCall = await measureOneCall(trial, row.resultTokens, estimator);
      oneCalls.push(oneCall.measures[measureAs]);
    }
    means.push({
      group: name,
      windowTokens,
      shares,
      isGrowing,
      conversations: rows.length,
      compactions: rounded(mean(counts) ?? 0, 1),
      viewTokens: rounded(mean(rows.map(({ resultTokens }) => resultTokens)) ?? 0, 0),
      quality: mean(rows.map(({ measures }) => measures.quality)),
      far: mean(rows.map(({ measures }) => measures.far)),
      evidence: mean(rows.map(({ measures }) => measures.evidence)),
      oneCall: mean(oneCalls),
    });
  }
  return means;
}

function summarizerFor(group: Group["name"], { reading }: Trial): Summarizer {
  if (group !== "model") return createExtractiveSummarizer();
  return recordedSummarizer(reading.transcript.summary?.text ?? "");
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  const sum = known.reduce((total, value) => total + value, 0);
  return known.length === 0 ? null : rounded(sum / known.length, 4);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
