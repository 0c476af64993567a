import { invalidInput } from "../model/error.ts";
import type { Request } from "../model/request.ts";
import { type ModelCatalog, type ModelLimits, type Window, windowOf } from "../tokens/window.ts";
import type { CutBoundary } from "./cut-point.ts";

/**
 * When a compaction is due: above the window less a reserve for the answer, or above a share of the window.
 * Both are strict: exactly at the limit nothing happens.
 */
export type Trigger =
  | { readonly type: "reserve"; readonly tokens?: number }
  | { readonly type: "share"; readonly share: number };

/** What of the covered part is carried to the letter; `"none"` carries only the system text and the summary. */
export type Carry = "none" | { readonly humanTokens?: number };

/**
 * When to compact and how much to keep, as plain data. What is left out scales with the window; what is given is taken
 * as it is, and refused where it does not fit.
 */
export type Policy = {
  /** `false` stops automatic compaction; `compact()` by hand goes on working. Default `true`. */
  readonly enabled?: boolean;
  /** The context window in tokens; takes precedence over the request's. */
  readonly windowTokens?: number;
  /** The limits of models by name, for requests that name a model and no window. */
  readonly models?: Readonly<Record<string, ModelLimits>>;
  /** Default: a reserve of min(16,384 tokens, 25 % of the window). */
  readonly trigger?: Trigger;
  /** How much of the newest items stays, in tokens. Default: min(20,000, 35 % of the window). */
  readonly keepTokens?: number;
  /** Where a cut may lie. Default `message`. */
  readonly boundary?: CutBoundary;
  /** Default: the human's words within min(20,000 tokens, 10 % of the window). */
  readonly carry?: Carry;
  /** The most that a summary takes, file lists included, in tokens. Default: min(16,384, 10 % of the window). */
  readonly summaryTokens?: number;
  /** A compaction that saves less than this share is not applied. Default 0.1. */
  readonly minimumProgress?: number;
};

/** A policy for one window, every number filled in. */
export type ResolvedPolicy = {
  readonly enabled: boolean;
  readonly windowTokens: number;
  /** A compaction is due above this many tokens. */
  readonly limitTokens: number;
  readonly keepTokens: number;
  readonly boundary: CutBoundary;
  /** `null` where nothing is carried. */
  readonly humanTokens: number | null;
  readonly summaryTokens: number;
  readonly minimumProgress: number;
};

/** From the documents that most compaction systems descend from. */
const RESERVE_TOKENS = 16_384;
const KEEP_TOKENS = 20_000;
/** The words of the human that Codex keeps. */
const HUMAN_TOKENS = 20_000;

/** The window in force for a request. */
export function windowFor(
  policy: Policy,
  request: Request,
  catalog: ModelCatalog | undefined,
): Window {
  return windowOf({
    policyTokens: policy.windowTokens,
    requestTokens: request.windowTokens,
    model: request.model,
    models: policy.models ?? {},
    catalog,
  });
}

/**
 * A policy for one window.
 *
 * @throws `invalid-input` naming the number that is none, or that does not fit the window
 */
export function resolvePolicy(policy: Policy, windowTokens: number): ResolvedPolicy {
  const limitTokens = limitOf(policy.trigger ?? { type: "reserve" }, windowTokens);
  const share = (fraction: number, most: number): number =>
    Math.max(1, Math.min(most, Math.floor(windowTokens * fraction)));
  const within = (field: string, value: number | undefined, fallback: number): number => {
    if (value === undefined) return fallback;
    requireTokens(field, value);
    if (value >= limitTokens)
      throw invalidInput(
        field,
        value,
        `it should be below ${limitTokens} tokens, where compaction becomes due in a window of ${windowTokens}`,
      );
    return value;
  };
  const carry = policy.carry ?? {};
  const minimumProgress = policy.minimumProgress ?? 0.1;
  if (!(minimumProgress >= 0 && minimumProgress < 1))
    throw invalidInput(
      "policy.minimumProgress",
      minimumProgress,
      "it should be a share from 0 up to, not including, 1",
    );
  return {
    enabled: policy.enabled ?? true,
    windowTokens,
    limitTokens,
    keepTokens: within("policy.keepTokens", policy.keepTokens, share(0.35, KEEP_TOKENS)),
    boundary: policy.boundary ?? "message",
    humanTokens:
      carry === "none"
        ? null
        : within("policy.carry.humanTokens", carry.humanTokens, share(0.1, HUMAN_TOKENS)),
    summaryTokens: within("policy.summaryTokens", policy.summaryTokens, share(0.1, RESERVE_TOKENS)),
    minimumProgress,
  };
}

function limitOf(trigger: Trigger, windowTokens: number): number {
  if (trigger.type === "share") {
    const { share } = trigger;
    if (!(share > 0 && share <= 1))
      throw invalidInput(
        "policy.trigger.share",
        share,
        "it should be a share of the window above 0 and up to 1",
      );
    return Math.floor(windowTokens * share);
  }
  const { tokens } = trigger;
  if (tokens === undefined)
    return windowTokens - Math.min(RESERVE_TOKENS, Math.floor(windowTokens * 0.25));
  if (!Number.isFinite(tokens) || tokens < 0)
    throw invalidInput(
      "policy.trigger.tokens",
      tokens,
      "it should be a number of tokens, 0 or more",
    );
  if (tokens >= windowTokens)
    throw invalidInput(
      "policy.trigger.tokens",
      tokens,
      `the reserve should be smaller than the window of ${windowTokens} tokens`,
    );
  return windowTokens - tokens;
}

function requireTokens(field: string, value: number): void {
  if (!Number.isFinite(value) || value <= 0)
    throw invalidInput(field, value, "it should be a number of tokens above 0");
}
