import { invalidInput } from "../model/error.ts";
import type { Request } from "../model/request.ts";
import { type ModelCatalog, type ModelLimits, type Window, windowOf } from "../tokens/window.ts";
import type { CutBoundary } from "./cut-point.ts";
import { requireShare, requireTokens, tokenLimit, type Trigger } from "./trigger.ts";

/** What of the covered part is carried to the letter; `"none"` carries only system texts, pins and the summary. */
export type Carry = "none" | { readonly humanTokens?: number };

/** Which tool results a pruning hides, before anything is summarized. */
export type Pruning = {
  /** The newest tool output that stays, in tokens. Default: min(40,000, 25 % of the window). */
  readonly protectTokens?: number;
  /** Nothing is hidden where all of it together would save less, in tokens. Default: min(20,000, 12.5 %). */
  readonly minimumSavings?: number;
  /** Tools whose results always stay. Default: none. */
  readonly protectedTools?: readonly string[];
  /** Hides reads that a newer complete read of the same thing has superseded. Default `true`. */
  readonly superseded?: boolean;
  /** Hides results that their tool flagged as useless. Default `true`. */
  readonly useless?: boolean;
};

/**
 * When to compact and how much to keep, as plain data. What is left out scales with the window; what is given is taken
 * as it is, and refused where it does not fit. To change a policy, give another: one that is altered in place may go
 * unnoticed.
 */
export type Policy = {
  /** `false` stops automatic compaction; `compact()` by hand goes on working. Default `true`. */
  readonly enabled?: boolean;
  /** Whether to check before each request, after each answer, or both. Default `both`. */
  readonly check?: "before-request" | "after-answer" | "both";
  /** The context window in tokens; takes precedence over the request's. */
  readonly windowTokens?: number;
  /** By model name: its limits, and what differs for it from the rest of this policy. */
  readonly models?: Readonly<
    Record<
      string,
      Partial<Omit<ModelLimits, "cacheTtlMs" | "prices">> & Omit<Policy, "models" | "windowTokens">
    >
  >;
  /** Default: a reserve of min(16,384 tokens, 25 % of the window). */
  readonly trigger?: Trigger;
  /** What a compaction brings the context down to, in tokens; below the trigger. Default: the trigger's limit. */
  readonly targetTokens?: number;
  /** How much of the newest items stays, in tokens. Default: min(20,000, 35 % of the window). */
  readonly keepTokens?: number;
  /** How much stays, as a share of what the system text leaves of the window; instead of `keepTokens`. */
  readonly keepShare?: number;
  /** The newest turns that stay where they fit, whatever `keepTokens` says. Default 0. */
  readonly keepTurns?: number;
  /** Where a cut may lie. Default `message`. */
  readonly boundary?: CutBoundary;
  /** Default: the human's words within min(20,000 tokens, 10 % of the window). */
  readonly carry?: Carry;
  /** Hides tool results before anything is summarized. Default `"none"`. */
  readonly prune?: "none" | Pruning;
  /** The most that files and images may take, in bytes; beyond that the oldest become a note. Default: no limit. */
  readonly fileBytes?: number;
  /** The most that a summary takes, file lists included, in tokens. Default: min(16,384, 10 % of the window). */
  readonly summaryTokens?: number;
  /** A compaction that saves less than this share is not applied. Default 0.1. */
  readonly minimumProgress?: number;
  /** Whether an outcome with work pending carries a text to go on with. Default `true`. */
  readonly autoContinue?: boolean;
  /** Takes an answer of status 429 without a body for an overflow, as one of the gateways means it. Default `false`. */
  readonly empty429IsOverflow?: boolean;
};

/** A policy for one window, every number filled in. */
export type ResolvedPolicy = {
  readonly enabled: boolean;
  readonly check: "before-request" | "after-answer" | "both";
  readonly windowTokens: number;
  readonly trigger: Trigger;
  /** A compaction is due above this many tokens. */
  readonly limitTokens: number;
  /** What a compaction brings the context down to. */
  readonly targetTokens: number;
  readonly keepTokens: number;
  readonly keepTurns: number;
  readonly boundary: CutBoundary;
  /** `null` where nothing is carried. */
  readonly humanTokens: number | null;
  readonly prune: "none" | Required<Pruning>;
  readonly fileBytes: number | null;
  readonly summaryTokens: number;
  readonly minimumProgress: number;
  readonly autoContinue: boolean;
};

const KEEP = { share: 0.35, most: 20_000 } as const;
/** The words of the human that Codex keeps. */
const HUMAN = { share: 0.1, most: 20_000 } as const;
const SUMMARY = { share: 0.1, most: 16_384 } as const;
const PROTECT = { share: 0.25, most: 40_000 } as const;
const SAVINGS = { share: 0.125, most: 20_000 } as const;

const newestFor = new WeakMap<Policy, { readonly model: string; readonly own: Policy }>();

/** The policy for a model: its own settings over the rest; the same object for as long as the model is the same. */
export function policyFor(policy: Policy, model: string | undefined): Policy {
  if (policy.models === undefined || model === undefined) return policy;
  if (!Object.hasOwn(policy.models, model)) return policy;
  const known = newestFor.get(policy);
  if (known?.model === model) return known.own;
  const { models, ...rest } = policy;
  // The request's window counts more than the model's, so it must not become the policy's own.
  const { windowTokens: _, ...settings } = models[model] ?? {};
  const own = { ...rest, ...settings, models };
  newestFor.set(policy, { model, own });
  return own;
}

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
    settings: policy.models ?? {},
    catalog,
  });
}

type Resolution = {
  readonly windowTokens: number;
  readonly systemTokens: number;
  readonly resolved: ResolvedPolicy;
};

const newest = new WeakMap<Policy, Resolution>();

/** {@link resolvePolicy}, worked out once for as long as policy, window and system text are the same. */
export function resolvedOnce(
  policy: Policy,
  windowTokens: number,
  systemTokens: number,
): ResolvedPolicy {
  const known = newest.get(policy);
  if (known?.windowTokens === windowTokens && known.systemTokens === systemTokens)
    return known.resolved;
  const resolved = resolvePolicy(policy, windowTokens, systemTokens);
  newest.set(policy, { windowTokens, systemTokens, resolved });
  return resolved;
}

/**
 * A policy for one window.
 *
 * @param systemTokens what the system text takes; `keepShare` is a share of what it leaves
 * @throws `invalid-input` naming the number that is none, or that does not fit the window
 */
export function resolvePolicy(
  policy: Policy,
  windowTokens: number,
  systemTokens = 0,
): ResolvedPolicy {
  const trigger = policy.trigger ?? { type: "reserve" };
  const limitTokens = tokenLimit(trigger, windowTokens);
  const scaled = ({ share, most }: { readonly share: number; readonly most: number }): number =>
    Math.max(1, Math.min(most, Math.floor(windowTokens * share)));
  const below = (field: string, value: number | undefined, fallback: number): number => {
    if (value === undefined) return fallback;
    requireTokens(field, value);
    if (value < limitTokens) return value;
    throw invalidInput(
      field,
      value,
      `it should be below ${limitTokens} tokens, where compaction becomes due in a window of ${windowTokens}`,
    );
  };
  const carry = policy.carry ?? {};
  return {
    enabled: policy.enabled ?? true,
    check: policy.check ?? "both",
    windowTokens,
    trigger,
    limitTokens,
    targetTokens: below("policy.targetTokens", policy.targetTokens, limitTokens),
    keepTokens: below(
      "policy.keepTokens",
      policy.keepTokens,
      keepOf(policy, windowTokens - systemTokens, scaled(KEEP)),
    ),
    keepTurns: countOf("policy.keepTurns", policy.keepTurns),
    boundary: policy.boundary ?? "message",
    humanTokens:
      carry === "none" ? null : below("policy.carry.humanTokens", carry.humanTokens, scaled(HUMAN)),
    prune: pruningOf(policy.prune ?? "none", scaled),
    fileBytes:
      policy.fileBytes === undefined ? null : countOf("policy.fileBytes", policy.fileBytes),
    summaryTokens: below("policy.summaryTokens", policy.summaryTokens, scaled(SUMMARY)),
    minimumProgress: progressOf(policy.minimumProgress ?? 0.1),
    autoContinue: policy.autoContinue ?? true,
  };
}

function keepOf({ keepShare, keepTokens }: Policy, leftTokens: number, fallback: number): number {
  if (keepShare === undefined) return fallback;
  if (keepTokens !== undefined)
    throw invalidInput("policy.keepShare", keepShare, "give keepTokens or keepShare, not both");
  requireShare("policy.keepShare", keepShare);
  return Math.max(1, Math.floor(leftTokens * keepShare));
}

function pruningOf(
  prune: "none" | Pruning,
  scaled: (range: { readonly share: number; readonly most: number }) => number,
): "none" | Required<Pruning> {
  if (prune === "none") return "none";
  const {
    protectTokens,
    minimumSavings,
    protectedTools = [],
    superseded = true,
    useless = true,
  } = prune;
  return {
    protectTokens:
      protectTokens === undefined
        ? scaled(PROTECT)
        : countOf("policy.prune.protectTokens", protectTokens),
    minimumSavings:
      minimumSavings === undefined
        ? scaled(SAVINGS)
        : countOf("policy.prune.minimumSavings", minimumSavings),
    protectedTools,
    superseded,
    useless,
  };
}

function countOf(field: string, value: number | undefined): number {
  if (value === undefined) return 0;
  if (!Number.isFinite(value) || value < 0)
    throw invalidInput(field, value, "it should be a number, 0 or more");
  return value;
}

function progressOf(share: number): number {
  if (share >= 0 && share < 1) return share;
  throw invalidInput(
    "policy.minimumProgress",
    share,
    "it should be a share from 0 up to, not including, 1",
  );
}
