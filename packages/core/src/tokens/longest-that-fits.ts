import type { TokenEstimator } from "./estimator.ts";

/** Makes a text shorter until it fits. The last text has at most one character of what is rendered. */
export function longestThatFits(
  render: (length: number) => string,
  given: {
    /** The characters to try first. */
    readonly length: number;
    readonly maxTokens: number;
    readonly estimator: TokenEstimator;
  },
): string {
  const { estimator, maxTokens } = given;
  for (let { length } = given; ;) {
    const shown = render(length);
    const tokens = estimator.estimateText(shown);
    if (tokens <= maxTokens || length <= 1) return shown;
    length = Math.max(1, Math.floor(length * Math.min(0.95, maxTokens / tokens)));
  }
}
