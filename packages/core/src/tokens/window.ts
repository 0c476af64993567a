import { invalidInput } from "../message/error.ts";

/** The size of a context window in tokens and who named it; all `null` where nobody did. */
export type Window =
  | {
      readonly tokens: number;
      readonly source: WindowSource;
      /** What is used of it. */
      readonly workingTokens: number;
    }
  | { readonly tokens: null; readonly source: null; readonly workingTokens: null };

/** Who named a window: the policy, the request, a setting of the policy for this model, or a catalogue of models. */
export type WindowSource = "policy" | "request" | "model-setting" | "catalog";

/** What is known of a model; a field that is left out is unknown. */
export type ModelLimits = {
  /** The context window, in tokens. */
  readonly windowTokens: number;
  /** The most that one answer may take, in tokens. */
  readonly outputTokens?: number;
  /** The largest body of a request that the vendor's own endpoint accepts, in bytes. */
  readonly requestBytes?: number;
  /** The most images that one request may have. */
  readonly requestImages?: number;
  /**
   * Whether the model accepts thinking only behind the system text, tools and messages that it was made under. Default:
   * `true` for names with `claude`, `false` for others.
   */
  readonly bindsThinking?: boolean;
  /** How long the vendor keeps a prompt that is not read, in ms: by default, and if the longer time is asked for. */
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

/** Knows models by name; `null` for one that it does not know. */
export type ModelCatalog = (model: string) => ModelLimits | null;

export type WindowOptions = {
  readonly policyTokens: number | undefined;
  readonly requestTokens: number | undefined;
  readonly model: string | undefined;
  /** The policy's settings by model name, exact. */
  readonly settings: Readonly<Record<string, Partial<ModelLimits>>>;
  readonly catalog: ModelCatalog | undefined;
  /** The most that is used of the window; `null` without a limit. */
  readonly workingTokens: number | null;
};

const UNKNOWN: Window = { tokens: null, source: null, workingTokens: null };

/**
 * The window in force: the policy's own number, else the request's, else the policy's setting for the model, else the
 * catalogue's.
 *
 * @throws `invalid-input` where a number that is given is none, or is 0
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
    : checked(`the catalogue's windowTokens of "${model}"`, known.windowTokens, "catalog");
}

function assertWindow(field: string, tokens: number): void {
  if (tokens === 0)
    throw invalidInput(field, tokens, "to switch compaction off, set policy.enabled to false");
  if (!Number.isFinite(tokens) || tokens < 0)
    throw invalidInput(field, tokens, "it should be a number of tokens above 0");
}
