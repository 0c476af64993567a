import { invalidInput } from "../message/error.ts";
import { getOwn } from "../message/json.ts";
import type { Request } from "../message/request.ts";
import { type ModelCatalog, type ModelLimits, type Window, windowOf } from "../tokens/window.ts";
import type { FileLimits, Policy, PruneOptions, ResolvedPolicy } from "./policy.ts";
import { assertCount, assertShare, assertTokens, countsTokens, tokenLimit } from "./trigger.ts";

/** The newest items, and user text. Measured with sessions; see docs/eval.md. The maximum is that of Codex and pi. */
const VERBATIM = { share: 0.1, most: 20_000 } as const;
const SUMMARY = { share: 0.2, most: 32_768 } as const;
/** An offline summary costs no output tokens. */
const OFFLINE_SUMMARY = { share: 0.5, most: 32_768 } as const;
const PROTECT = { share: 0.25, most: 40_000 } as const;
const SAVINGS = { share: 0.125, most: 20_000 } as const;

/** Applies the settings for a model. */
export function policyFor(policy: Policy, model: string | undefined): Policy {
  if (policy.models === undefined || model === undefined) return policy;
  if (!Object.hasOwn(policy.models, model)) return policy;
  const { models, ...rest } = policy;
  // The request's window takes precedence over the model's, so it must not become the policy's own.
  const { windowTokens: _, ...settings } = models[model] ?? {};
  return { ...rest, ...settings, models };
}

/** Returns the window of a request. */
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
    workingTokens: workingWindowOf(policyFor(policy, request.model)),
  });
}

/** Above this size, answers become slower, more expensive and worse long before the window is full. */
const WORKING_WINDOW_TOKENS = 200_000;

function workingWindowOf({
  targetTokens,
  trigger,
  windowTokens,
  workingWindowTokens,
}: Policy): number | null {
  if (workingWindowTokens === null) return null;
  if (workingWindowTokens !== undefined) {
    assertTokens("policy.workingWindowTokens", workingWindowTokens);
    return workingWindowTokens;
  }
  const isGiven = windowTokens !== undefined || targetTokens !== undefined;
  return isGiven || (trigger !== undefined && countsTokens(trigger)) ? null : WORKING_WINDOW_TOKENS;
}

/** The size of a token of text as JSON, in bytes. */
const BYTES_PER_TOKEN = 8;
/** The least share of a request for files. */
const LEAST_FILE_SHARE = 0.5;

/** Returns the limits for the files of a request: the smaller of the policy's and the model's. */
export function fileLimitsFor(
  policy: Policy,
  model: string | undefined,
  catalog: ModelCatalog | undefined,
  windowTokens: number,
): FileLimits {
  const own = policyFor(policy, model).fileBytes;
  const limits: Partial<ModelLimits> =
    model === undefined ? {} : { ...catalog?.(model), ...getOwn(policy.models ?? {}, model) };
  const { requestBytes = Number.POSITIVE_INFINITY, requestImages = null } = limits;
  const beside = requestBytes - BYTES_PER_TOKEN * windowTokens;
  const bytes = Math.min(
    own === undefined ? Number.POSITIVE_INFINITY : countOf("policy.fileBytes", own),
    Math.max(beside, requestBytes * LEAST_FILE_SHARE),
  );
  return { fileBytes: Number.isFinite(bytes) ? bytes : null, images: requestImages };
}

/**
 * Resolves a policy for one window.
 *
 * @throws `invalid-input` if a number is not valid or does not fit the window
 */
export function resolvePolicy(
  policy: Policy,
  windowTokens: number,
  systemTokens = 0,
  fileLimits: FileLimits = { fileBytes: policy.fileBytes ?? null, images: null },
): ResolvedPolicy {
  const trigger = policy.trigger ?? { type: "reserve" };
  const limitTokens = tokenLimit(trigger, windowTokens);
  const scaled = ({ share, most }: { readonly share: number; readonly most: number }): number =>
    Math.max(1, Math.min(most, Math.floor(windowTokens * share)));
  const below = (field: string, value: number | undefined, fallback: number): number => {
    if (value === undefined) return fallback;
    assertTokens(field, value);
    if (value < limitTokens) return value;
    throw invalidInput(
      field,
      value,
      `expected less than ${limitTokens} tokens, the trigger's limit in a window of ${windowTokens}`,
    );
  };
  const summaryTokens = below("policy.summaryTokens", policy.summaryTokens, scaled(SUMMARY));
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
      keepOf(policy, windowTokens - systemTokens, scaled(VERBATIM)),
    ),
    keepTurns: countOf("policy.keepTurns", policy.keepTurns),
    boundary: policy.boundary ?? "message",
    keepUserTokens:
      policy.keepUserTokens === 0
        ? 0
        : below("policy.keepUserTokens", policy.keepUserTokens, scaled(VERBATIM)),
    truncateLastUserMessage: policy.truncateLastUserMessage ?? true,
    prune: pruningOf(policy.prune ?? "none", scaled),
    ...fileLimits,
    summaryTokens,
    offlineSummaryTokens: policy.summaryTokens ?? Math.min(limitTokens, scaled(OFFLINE_SUMMARY)),
    minimumProgress: progressOf(policy.minimumProgress ?? 0.1),
    autoContinue: policy.autoContinue ?? true,
  };
}

function keepOf({ keepShare, keepTokens }: Policy, leftTokens: number, fallback: number): number {
  if (keepShare === undefined) return fallback;
  if (keepTokens !== undefined)
    throw invalidInput("policy.keepShare", keepShare, "expected either keepTokens or keepShare");
  assertShare("policy.keepShare", keepShare);
  return Math.max(1, Math.floor(leftTokens * keepShare));
}

function pruningOf(
  prune: "none" | PruneOptions,
  scaled: (range: { readonly share: number; readonly most: number }) => number,
): "none" | Required<PruneOptions> {
  if (prune === "none") return "none";
  const {
    protectTokens = scaled(PROTECT),
    minimumSavings = scaled(SAVINGS),
    protectedTools = [],
    superseded = true,
    useless = true,
  } = prune;
  assertCount("policy.prune.protectTokens", protectTokens);
  assertCount("policy.prune.minimumSavings", minimumSavings);
  return { protectTokens, minimumSavings, protectedTools, superseded, useless };
}

function countOf(field: string, value = 0): number {
  assertCount(field, value);
  return value;
}

function progressOf(share: number): number {
  if (share >= 0 && share < 1) return share;
  throw invalidInput("policy.minimumProgress", share, "expected a share of at least 0 and below 1");
}
