/** What a request took, in tokens. */
export type Spent = {
  /** All of the input, read from the cache or not. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  /** All of the output, thought or said. */
  readonly outputTokens: number;
  readonly reasoningTokens: number;
};
