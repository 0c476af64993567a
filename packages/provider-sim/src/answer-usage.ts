/** The token usage of a request. */
export type AnswerUsage = {
  /** All input tokens, cached or not. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  /** All input tokens that were written to the cache. */
  readonly cacheWriteTokens: number;
  /** All output tokens, including reasoning. */
  readonly outputTokens: number;
  readonly reasoningTokens: number;
};
