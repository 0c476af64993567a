import { invalidInput } from "../message/error.ts";

/** The size of a context window in tokens, and its source; all `null` if it is unknown. */
export type Window =
  | {
      readonly tokens: number;
      readonly source: WindowSource;
      /** The part of the window that is used. */
      readonly workingTokens: number;
    }
  | { readonly tokens: null; readonly source: null; readonly workingTokens: null };

/** The source of a window: the policy, the request, the policy's setting for the model, or a catalog. */
export type WindowSource = "policy" | "request" | "model-setting" | "catalog";

/** The limits of a model. */
export type ModelLimits = {
  /** The context window, in tokens. */
  readonly windowTokens: number;
  /** The size limit of an answer, in tokens. */
  readonly outputTokens?: number;
  /** The size limit of a request body at the vendor's endpoint, in bytes. */
  readonly requestBytes?: number;
  /** The limit for images in one request. */
  readonly requestImages?: number;
  /**
   * Whether the model accepts thinking only after the same system text, tools and messages. Default: `true` for names
   * with `claude`, otherwise `false`.
   */
  readonly bindsThinking?: boolean;
  /** The lifetime of an unread prompt in the cache, in ms: the default and the longer option. */
  readonly cacheTtlMs?: { readonly short: number; readonly long: number };
  /** In US dollars for a million tokens. */
  readonly prices?: ModelPrices & {
    /** Prices of requests with more than this many tokens of input, in ascending order. */
    readonly above?: readonly (ModelPrices & { readonly inputTokens: number })[];
  };
};

export type ModelPrices = {
  readonly input: number;
  readonly output: number;
  /** Left out if the vendor does not cache prompts of this model. */
  readonly cacheRead?: number;
  /** Left out if writing to the cache costs no more than input. */
  readonly cacheWrite?: number;
};

/** Returns the limits of a model; `null` if it is unknown. */
export type ModelCatalog = (model: string) => ModelLimits | null;

export type WindowOptions = {
  readonly policyTokens: number | undefined;
  readonly requestTokens: number | undefined;
  readonly model: string | undefined;
  /** The policy's settings by exact model name. */
  readonly settings: Readonly<Record<string, Partial<ModelLimits>>>;
  readonly catalog: ModelCatalog | undefined;
  /** The limit for the part that is used; `null` without a limit. */
  readonly workingTokens: number | null;
};

const UNKNOWN: Window = { tokens: null, source: null, workingTokens: null };

/**
 * Returns the window of a request: from the policy, the request, the policy's setting for the model, or the catalog, in
 * this order.
 *
 * @throws `invalid-input` if the number is not positive
 */
export function windowOf(options: WindowOptions): Window {
  const { policyTokens, requestTokens, model, settings, catalog, workingTokens } = options;
  const checked = (field: string, tokens: number, source: WindowSource): Window => {
    assertWindow(field, tokens);
    return { tokens, source, workingTokens: Math.min(tokens, workingTokens ?? tokens) };
  };
  if (policyTokens !== undefined) return checked("policy.windowTokens", policyTokens, "policy");
  if (requestTokens !== undefined) return checked("request.windowTokens", requestTokens, "request");
  if (model === undefined) return UNKNOWN;
  const setting = Object.hasOwn(settings, model) ? settings[model]?.windowTokens : undefined;
  if (setting !== undefined)
    return checked(`policy.models["${model}"].windowTokens`, setting, "model-setting");
  const known = catalog?.(model) ?? null;
  return known === null
    ? UNKNOWN
    : checked(`the catalog's windowTokens of "${model}"`, known.windowTokens, "catalog");
}

function assertWindow(field: string, tokens: number): void {
  if (Number.isFinite(tokens) && tokens > 0) return;
  const remedy = tokens === 0 ? "; to turn compaction off, set policy.enabled to false" : "";
  throw invalidInput(field, tokens, `expected a positive number of tokens${remedy}`);
}
