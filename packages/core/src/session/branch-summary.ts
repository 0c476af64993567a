import { type ResolvedOptions, policyOf } from "../compactor/engine.ts";
import type { Guidance } from "../compactor/guidance.ts";
import {
  DIGEST_SHARE,
  withFallback,
  writeSummary,
  type WritingOrder,
} from "../compactor/make-summary.ts";
import { emptyDigest } from "../digest/digest.ts";
import { renderDigest } from "../digest/render-digest.ts";
import type { BranchEntry, Entry } from "../model/entry.ts";
import { invalidInput } from "../model/error.ts";
import type { Request } from "../model/request.ts";
import type { SummaryAttempt } from "../model/summary-attempt.ts";
import { windowFor } from "../plan/policy.ts";
import { branchMaterial } from "../summarize/branch-material.ts";
import { branchText } from "../summarize/branch-text.ts";
import { redactDigest, redactItem } from "../summarize/redact.ts";

/** Whether and how a branch that is left is summarized. A function that gives it is asked at each navigation. */
export type BranchSummaryOptions = {
  /** Whether a navigation that says nothing about it makes a summary. Default `false`. */
  readonly enabled?: boolean;
  /**
   * What of the window is kept free for prompt and answer, in tokens. Default: 16,384, at most 25 % of the window, which
   * is taken to be 128,000 tokens where nobody knows it.
   */
  readonly reserveTokens?: number;
};

const RESERVE = { most: 16_384, share: 0.25 } as const;
const UNKNOWN_WINDOW = 128_000;
/** The most that our own summary takes with its file tags, and its share of the reserve; a hook's may take all of that. */
const SUMMARY = { most: 2_048, share: 0.5 } as const;

export type BranchSummaryTask = Omit<WritingOrder, "redact" | "request"> & {
  readonly engine: ResolvedOptions;
  /** Oldest first. */
  readonly abandoned: readonly Entry[];
  readonly rules: BranchSummaryOptions;
  readonly request: Request;
  readonly guidance: Guidance;
};

export type BranchSummary = {
  /** `null` where nothing was said on the branch. */
  readonly summary: BranchEntry["summary"];
  readonly attempts: readonly SummaryAttempt[];
};

/**
 * Summarizes what is left behind, or takes the summary that the host supplied.
 *
 * @throws `summary-failed`, `aborted`, `invalid-input` where the reserve does not fit the window
 */
export async function summarizeBranch(order: BranchSummaryTask): Promise<BranchSummary> {
  const { abandoned, decision, engine, request, rules, emit } = order;
  const { estimator } = engine;
  const { budgetTokens, reserve } = roomOf(engine, request, rules);
  const redact = withFallback(engine.summaries.redact, emit);
  const found = branchMaterial(abandoned, { budgetTokens, estimator, digest: engine.digest });
  const isSupplied = decision?.type === "supply";
  const ownTokens = Math.min(SUMMARY.most, Math.floor(reserve * SUMMARY.share));
  const summaryTokens = isSupplied ? reserve : ownTokens;
  if (found.items.length === 0 && !isSupplied) return { summary: null, attempts: [] };
  const digest = isSupplied ? null : redactDigest(found.digest, redact);
  const digestText =
    digest === null
      ? ""
      : renderDigest(digest, { maxTokens: Math.floor(summaryTokens * DIGEST_SHARE), estimator });
  const writing = {
    about: "branch",
    items: found.items.map((item) => redactItem(item, redact)),
    turnPrefix: [],
    kept: [],
    previousSummary: null,
    previousState: null,
    live: null,
    digest: digest ?? emptyDigest(),
    instructions: null,
    contextLines: [],
    prompt: null,
    shortText: false,
    maxTokens: summaryTokens - estimator.estimateText(digestText),
    estimator,
  } as const;
  return writeSummary({ ...order, redact, request: writing }, (written) => {
    const { attempts, details, method, summaryTokens } = written;
    emit({ type: "summarized", method, summaryTokens, calls: attempts.length });
    return {
      attempts,
      summary: {
        text: branchText(written.summary, digestText),
        origin: isSupplied ? "hook" : "own",
        digest,
        ...(details === undefined ? {} : { details }),
      },
    };
  });
}

function roomOf(
  engine: ResolvedOptions,
  request: Request,
  { reserveTokens }: BranchSummaryOptions,
): { readonly budgetTokens: number; readonly reserve: number } {
  const window = windowFor(policyOf(engine, request), request, engine.catalog);
  const windowTokens = window.tokens ?? UNKNOWN_WINDOW;
  const reserve = reserveTokens ?? Math.min(RESERVE.most, Math.floor(windowTokens * RESERVE.share));
  if (!(reserve > 0 && reserve < windowTokens))
    throw invalidInput(
      "branchSummary.reserveTokens",
      reserve,
      `it should be above 0 and below the window, ${windowTokens} tokens`,
    );
  return { budgetTokens: windowTokens - reserve, reserve };
}
