import { CutpointError, createEstimator, type Policy } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { cacheTokens } from "../reading/cache-tokens.ts";
import { readingOf } from "../reading/reading.ts";
import type { Trial } from "../run/trial.ts";
import type { Transcript } from "../transcript/transcript.ts";
import { conversationOf } from "./conversation.ts";
import { costOf } from "./cost.ts";
import { isOnFrontier, recommend } from "./frontier.ts";
import { createPolicyPlayer } from "./player.ts";
import { policiesFor } from "./policies.ts";
import { replay, type Replayed } from "./replay.ts";
import { longestTokens, sampleOf } from "./sample.ts";

export type TuneOptions = {
  /** Context window in tokens. Default: 200,000, or what the longest session fills twice if it is shorter than that. */
  readonly windowTokens?: number;
  /** Called before each replay. */
  readonly onProgress?: (done: number, of: number) => void;
};

/** What a policy cost and kept, as means of all replayed sessions. */
export type TunedPolicy = {
  readonly name: string;
  readonly policy: Policy;
  /** In uncached input tokens for each token of conversation, without answers: cached input costs 0.1, writing 1.25. */
  readonly cost: number;
  /** What later messages need and the view keeps after a compaction, from 0 to 1. */
  readonly kept: number;
  /** The same, of what keeping only the newest messages would lose. `null` if they would lose nothing. */
  readonly far: number | null;
  /** The largest request, in estimated tokens, without system text and tools. */
  readonly largestTokens: number;
  /** Requests that exceeded the window. */
  readonly aboveWindow: number;
  /** For each session. */
  readonly compactions: number;
  /** Whether no other policy costs less and keeps as much. Always `false` if a request exceeded the window. */
  readonly isOnFrontier: boolean;
};

/** The result of {@link tunePolicies}. */
export type Tuning = {
  readonly windowTokens: number;
  /** The replayed sessions, the longest first. */
  readonly sessions: readonly { readonly id: string; readonly tokens: number }[];
  /** The cheapest first. */
  readonly policies: readonly TunedPolicy[];
  /** `null` if every policy exceeded the window. */
  readonly recommended: TunedPolicy | null;
};

const DEFAULT_WINDOW = 200_000;
const LEAST_WINDOW = 2_000;
/** Where the views of a session are measured, as shares of its tokens: fewer of each if there are several sessions. */
const CUT_SHARES = {
  one: [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98],
  several: [0.35, 0.55, 0.75, 0.95],
} as const;

/**
 * Replays the longest sessions under a handful of policies with offline summaries.
 *
 * The recommended policy is the cheapest one that keeps at most 3 points less than the best, counting the standard error
 * of the difference. Sessions are sampled: the
 * longest, at most 3 windows of each, until they have 3 windows, or 300,000 tokens if that is more.
 *
 * @throws `invalid-input` if no session is longer than the window, or if no later message of them needs an earlier one; the
 * message names a window that fits
 */
export async function tunePolicies(
  transcripts: readonly Transcript[],
  { onProgress = () => {}, windowTokens: given }: TuneOptions = {},
): Promise<Tuning> {
  const estimator = cacheTokens(createEstimator());
  const longest = longestTokens(transcripts, estimator);
  const windowTokens = given ?? windowFilledBy(longest);
  const sample = sampleOf(transcripts, windowTokens, estimator);
  if (sample.length === 0) throw tooShort(windowTokens, longest);
  const shares = CUT_SHARES[sample.length === 1 ? "one" : "several"];
  const conversations = sample.map(({ transcript }) =>
    conversationOf(readingOf(transcript, estimator), shares),
  );
  if (!conversations.some(({ trials }) => [...trials.values()].some(hasNeeds))) throw noNeeds();
  const measured: Candidate[] = [];
  const policies = Object.entries(policiesFor(windowTokens));
  let done = 0;
  for (const [name, policy] of policies) {
    const replayed: Replayed[] = [];
    for (const conversation of conversations) {
      onProgress(done, policies.length * conversations.length);
      const player = createPolicyPlayer(policy, windowTokens, { estimator });
      replayed.push(await replay(player, windowTokens, conversation, estimator));
      done += 1;
    }
    measured.push({ name, policy, ...meansOf(replayed) });
  }
  const tuned = measured
    .map(({ keptAt: _, ...one }) => ({ ...one, isOnFrontier: isOnFrontier(one, measured) }))
    .toSorted((a, b) => a.cost - b.cost);
  const best = recommend(measured)?.name;
  const recommended = tuned.find(({ name }) => name === best) ?? null;
  const sessions = sample.map(({ tokens, transcript }) => ({ id: transcript.id, tokens }));
  return { windowTokens, sessions, policies: tuned, recommended };
}

/** A policy with what it kept at each place. */
type Candidate = Omit<TunedPolicy, "isOnFrontier"> & { readonly keptAt: readonly number[] };

function meansOf(replayed: readonly Replayed[]): Omit<Candidate, "name" | "policy"> {
  const ledgers = replayed.map(({ ledger }) => ledger);
  const far = replayed.flatMap((one) => one.far);
  const keptAt = replayed.flatMap(({ quality }) => quality);
  return {
    cost: mean(replayed.map((one) => costOf(one.ledger, one.conversationTokens))),
    kept: mean(keptAt),
    keptAt,
    far: far.length === 0 ? null : mean(far),
    largestTokens: Math.max(...ledgers.map((ledger) => ledger.largestTokens)),
    aboveWindow: sum(ledgers.map((ledger) => ledger.aboveWindow)),
    compactions: mean(ledgers.map((ledger) => ledger.compactions)),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function hasNeeds({ needs }: Trial): boolean {
  return needs.anchors.length > 0;
}

function noNeeds(): CutpointError {
  return new CutpointError(
    "invalid-input",
    "no answer uses a name, path or number of an earlier message again: expected longer sessions",
  );
}

/** Returns the default window, or a smaller one that a session fills twice, which shows what compactions do. */
function windowFilledBy(longest: number): number {
  if (longest > DEFAULT_WINDOW) return DEFAULT_WINDOW;
  const smaller = halfOf(longest);
  if (smaller >= LEAST_WINDOW) return smaller;
  throw new CutpointError(
    "invalid-input",
    `the longest session has ${longest} tokens: expected at least ${2 * LEAST_WINDOW}`,
  );
}

function tooShort(windowTokens: number, longest: number): CutpointError {
  const smaller = halfOf(longest);
  const remedy = smaller < LEAST_WINDOW ? "" : `; with ${smaller} it is filled twice`;
  return invalidInput(
    "windowTokens",
    windowTokens,
    `expected less than the longest session, which has ${longest} tokens${remedy}`,
  );
}

/** Returns half of a size, in whole thousands. */
function halfOf(tokens: number): number {
  return Math.floor(tokens / 2_000) * 1_000;
}
