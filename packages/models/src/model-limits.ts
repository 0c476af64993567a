/** The limits and prices of a model. Fields that are left out are unknown. */
export type ModelLimits = {
  /** The context window, in tokens. */
  readonly windowTokens: number;
  /** The size limit of an answer, in tokens. */
  readonly outputTokens?: number;
  /** The size limit of a request body at the vendor's endpoint, in bytes. */
  readonly requestBytes?: number;
  /** The limit for images in one request. */
  readonly requestImages?: number;
  /** The limit for images and documents in one request. */
  readonly requestFiles?: number;
  /** The limit for messages in one request. */
  readonly requestMessages?: number;
  /** Whether the model accepts thinking only after the same system text, tools and messages. */
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
