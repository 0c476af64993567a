import { CutpointError, invalidInput } from "../message/error.ts";
import { getOwn } from "../message/json.ts";
import type { Request } from "../message/request.ts";
import type { ModelCatalog, ModelLimits, Window, WindowSource } from "../tokens/window.ts";
import { checkPolicy } from "./check-policy.ts";
import { resolveKeep } from "./keep.ts";
import type { FileLimits, LimitedPolicy, Policy, PruneOptions, ResolvedPolicy } from "./policy.ts";
import { countsTokens, sizedWindow, tokenLimit, type Trigger } from "./trigger.ts";

/** The newest items. Measured; see docs/economics.md. The maximum is that of Codex and pi. */
const NEWEST = { share: 0.05, most: 20_000 } as const;
const USER_TEXT = { share: 0.1, most: 20_000 } as const;
/** Rules take few tokens, so small windows may have more of them. */
const RULES = { share: 0.03, most: 2_000 } as const;
const LEAST_RULES = { share: 0.1, most: 300 } as const;
/** Holds 40 paths of usual length in a window of 16,000 tokens. */
const FILE_LISTS = { share: 0.04, most: 2_000 } as const;
const SUMMARY = { share: 0.2, most: 32_768 } as const;
/** An offline summary costs no output tokens. */
const OFFLINE_SUMMARY = { share: 0.3, most: 32_768 } as const;
/** An appended segment. Measured; see docs/economics.md. */
const SEGMENT = { share: 0.09, most: 8_000 } as const;
const SEGMENT_USER = { share: 0.06, most: 20_000 } as const;
const PROTECT = { share: 0.25, most: 40_000 } as const;
const SAVINGS = { share: 0.125, most: 20_000 } as const;

/** Applies the settings for a model. */
export function policyFor<Given extends Policy>(policy: Given, model: string | undefined): Given {
  const own = getOwn(policy.models ?? {}, model ?? "");
  if (own === undefined) return policy;
  // The request's window takes precedence over the model's, so it must not become the policy's own.
  const { windowTokens: _, ...settings } = own;
  return { ...policy, ...settings };
}

/**
 * Returns the window of a request: from the policy, the request, the setting for the model, or else the catalog.
 *
 * @throws `invalid-input` if the number is not positive
 */
export function windowFor(
  policy: Policy,
  request: Request,
  catalog: ModelCatalog | undefined,
): Window {
  const { model, windowTokens } = request;
  const workingTokens = workingWindowOf(policyFor(policy, model));
  const checked = (field: string, tokens: number, source: WindowSource): Window => {
    if (!Number.isFinite(tokens) || tokens <= 0)
      throw invalidInput(field, tokens, "expected a positive number of tokens");
    return { tokens, source, workingTokens: Math.min(tokens, workingTokens ?? tokens) };
  };
  if (policy.windowTokens !== undefined)
    return checked("policy.windowTokens", policy.windowTokens, "policy");
  if (windowTokens !== undefined) return checked("request.windowTokens", windowTokens, "request");
  const setting = getOwn(policy.models ?? {}, model ?? "")?.windowTokens;
  if (setting !== undefined)
    return checked(`policy.models["${model}"].windowTokens`, setting, "model-setting");
  const known = model === undefined ? null : (catalog?.(model) ?? null);
  return known === null
    ? { tokens: null, source: null, workingTokens: null }
    : checked(`the catalog's windowTokens of "${model}"`, known.windowTokens, "catalog");
}

/** Above this size, answers become slower, more expensive and worse long before the window is full. */
const WORKING_WINDOW_TOKENS = 200_000;

function workingWindowOf({ trigger, windowTokens, workingWindowTokens }: Policy): number | null {
  if (workingWindowTokens === null) return null;
  if (workingWindowTokens !== undefined) return workingWindowTokens;
  const isGiven = windowTokens !== undefined || (trigger !== undefined && countsTokens(trigger));
  return isGiven ? null : WORKING_WINDOW_TOKENS;
}

/** The size of a token of text as JSON, in bytes. */
const BYTES_PER_TOKEN = 8;
const NO_LIMIT: number = Number.POSITIVE_INFINITY;
const NO_LIMITS: FileLimits = {
  fileBytes: NO_LIMIT,
  images: NO_LIMIT,
  files: NO_LIMIT,
  documents: NO_LIMIT,
  messages: NO_LIMIT,
};
/** The least share of a request for files. */
const LEAST_FILE_SHARE = 0.5;

/** Returns the limits of a model: of the catalog, with the policy's settings. */
export function modelLimits(
  policy: Policy,
  model: string | undefined,
  catalog: ModelCatalog | undefined,
): Partial<ModelLimits> {
  return model === undefined ? {} : { ...catalog?.(model), ...getOwn(policy.models ?? {}, model) };
}

/** Returns the limits for the files and messages of a request: the smallest of the policy's and the model's. */
export function fileLimitsFor(
  policy: Policy,
  model: string | undefined,
  limits: readonly Partial<ModelLimits>[],
  windowTokens: number,
): FileLimits {
  const own = policyFor(policy, model).fileBytes;
  const least = (field: "requestBytes" | "requestImages" | "requestFiles" | "requestMessages") =>
    Math.min(...limits.map((each) => each[field] ?? NO_LIMIT));
  const requestBytes = least("requestBytes");
  const beside = requestBytes - BYTES_PER_TOKEN * windowTokens;
  const most = Math.max(beside, requestBytes * LEAST_FILE_SHARE);
  return {
    ...NO_LIMITS,
    fileBytes: Math.min(own ?? NO_LIMIT, most),
    images: least("requestImages"),
    files: least("requestFiles"),
    messages: least("requestMessages"),
  };
}

/** Resolves a valid policy for one window. Numbers that do not fit it give way to the defaults. */
export function resolvePolicy(
  policy: LimitedPolicy,
  windowTokens: number,
  systemTokens = 0,
  fileLimits: FileLimits = { ...NO_LIMITS, fileBytes: policy.fileBytes ?? NO_LIMIT },
): ResolvedPolicy {
  const trigger = policy.trigger ?? defaultTrigger(windowTokens);
  const misfits: string[] = [];
  const limitTokens = tokenLimit(trigger, windowTokens, misfits);
  const sizedTokens = sizedWindow(windowTokens, limitTokens);
  const scaled = ({ share, most }: Range): number =>
    Math.max(1, Math.min(most, Math.floor(sizedTokens * share)));
  const limited = (range: Range): number => Math.min(scaled(range), policy.mostTokens ?? NO_LIMIT);
  const below = (name: Size, fallback: number): number => {
    const value = policy[name];
    if (value === undefined) return fallback;
    if (value < limitTokens || value === 0) return value;
    if (!misfits.includes(name)) misfits.push(name);
    return fallback;
  };
  const defaultTokens = scaled(NEWEST);
  const room = { leftTokens: windowTokens - systemTokens, limitTokens, defaultTokens };
  const keepUserTokens = below("keepUserTokens", limited(USER_TEXT));
  const summaryTokens = below("summaryTokens", limited(SUMMARY));
  return {
    enabled: policy.enabled ?? true,
    check: policy.check ?? "both",
    windowTokens,
    trigger,
    limitTokens,
    targetTokens: targetOf(policy, windowTokens, limitTokens, misfits),
    keep:
      policy.keep === undefined
        ? { type: "tokens", tokens: defaultTokens }
        : resolveKeep(policy.keep, room, misfits),
    boundary: policy.boundary ?? "message",
    keepUserTokens,
    rulesTokens: below("rulesTokens", Math.max(limited(RULES), limited(LEAST_RULES))),
    fileListTokens: below("fileListTokens", limited(FILE_LISTS)),
    prune: pruningOf(policy.prune ?? "none", trigger, scaled),
    ...fileLimits,
    summaryTokens,
    segmentTokens: Math.min(summaryTokens, limited(SEGMENT)),
    segmentUserTokens: Math.min(keepUserTokens, limited(SEGMENT_USER)),
    prefixTokens: (policy.mostTokens ?? NO_LIMIT) * PREFIX_SHARE,
    offlineSummaryTokens: below("summaryTokens", Math.min(limitTokens, limited(OFFLINE_SUMMARY))),
    minimumProgress: policy.minimumProgress ?? 0.1,
    autoContinue: policy.autoContinue ?? true,
    misfits,
  };
}

/** Segments as a multiple of the largest summary, which is a quarter of the largest state. */
const PREFIX_SHARE = 2.5;

type Range = { readonly share: number; readonly most: number };

type Size = "fileListTokens" | "keepUserTokens" | "rulesTokens" | "summaryTokens";

/**
 * Checks what can be checked without a request.
 *
 * @throws `invalid-input` if a number is not valid or does not fit the policy's own window
 */
export function assertPolicy(policy: Policy): void {
  checkPolicy(policy);
  const { tokens, workingTokens } = windowFor(policy, {}, undefined);
  const { limitTokens, misfits } = resolvePolicy(policy, workingTokens ?? Number.MAX_SAFE_INTEGER);
  if (misfits.length === 0) return;
  const window = tokens === null ? "" : ` in a window of ${tokens}`;
  const message = `policy.${misfits[0]} is too large: compaction starts above ${limitTokens} tokens${window}`;
  throw new CutpointError("invalid-input", message);
}

/** Reading a large view costs more than writing a smaller one again. Measured; see docs/economics.md. */
const TRIGGER = { most: 0.75, tokens: 72_000, least: 0.5 } as const;

function defaultTrigger(windowTokens: number): Trigger {
  const share = Math.max(TRIGGER.least, TRIGGER.tokens / windowTokens);
  return { type: "share", share: Math.min(TRIGGER.most, share) };
}

function targetOf(
  { targetShare }: Policy,
  windowTokens: number,
  limitTokens: number,
  misfits: string[],
): number | null {
  if (targetShare === undefined) return null;
  const tokens = Math.floor(windowTokens * targetShare);
  if (tokens <= limitTokens) return tokens;
  misfits.push("targetShare");
  return null;
}

function pruningOf(
  prune: "none" | PruneOptions,
  policyTrigger: ResolvedPolicy["trigger"],
  scaled: (range: Range) => number,
): "none" | Required<PruneOptions> {
  if (prune === "none") return "none";
  const {
    trigger = policyTrigger,
    protectTokens = scaled(PROTECT),
    minimumSavings = scaled(SAVINGS),
    protectedTools = [],
  } = prune;
  return { trigger, protectTokens, minimumSavings, protectedTools };
}
