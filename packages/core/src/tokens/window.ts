import type { ModelLimits as KnownLimits } from "@cutpoint/models";

export type { ModelPrices } from "@cutpoint/models";

/** The size of a context window in tokens, and its source; all `null` if it is unknown. */
export type Window = {
  readonly tokens: number | null;
  readonly source: WindowSource | null;
  /** The part of the window that is used. */
  readonly workingTokens: number | null;
};

/** The source of a window: the policy, the request, the policy's setting for the model, a catalog, or a
 * refused request.
 */
export type WindowSource = "policy" | "request" | "model-setting" | "catalog" | "reported";

/** The limits of a model, such as those of `@cutpoint/models`. */
export type ModelLimits = {
  /** The context window, in tokens. */
  readonly windowTokens: number;
  /** The size limit of a request body at the vendor's endpoint, in bytes. */
  readonly requestBytes?: number;
  /** The limit for images in one request. */
  readonly requestImages?: number;
  /** The limit for images and documents in one request. */
  readonly requestFiles?: number;
  /** The limit for messages in one request. */
  readonly requestMessages?: number;
  /**
   * Whether the model accepts thinking only after the same system text, tools and messages. Default: `true` for names
   * with `claude`, otherwise `false`.
   */
  readonly bindsThinking?: boolean;
  /** Default: unknown, so that receipts have no price. */
  readonly prices?: NonNullable<KnownLimits["prices"]>;
};

/** Returns the limits of a model; `null` if it is unknown. */
export type ModelCatalog = (model: string) => ModelLimits | null;
