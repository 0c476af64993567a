/** What a request took, in tokens. */
export type Spent = {
  /** All of the input, read from the cache or not. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  /** All that went to the cache. */
  readonly cacheWriteTokens: number;
  /** All of the output, thought or said. */
  readonly outputTokens: number;
  readonly reasoningTokens: number;
};
