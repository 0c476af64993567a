import type { Message, TokenEstimator } from "@cutpoint/core";

/** One message of provenance `summary`. */
export function summaryMessage(text: string): Message {
  return { role: "user", provenance: "summary", parts: [{ type: "text", text }] };
}

/**
 * As many lines as one message of some tokens holds, taken in order; a line that does not fit is passed over. They come
 * back in that order; `arrange` puts them into another.
 */
export function linesWithin<Line extends { readonly text: string }>(
  lines: Iterable<Line>,
  budgetTokens: number,
  estimator: TokenEstimator,
): readonly Line[] {
  const chosen: Line[] = [];
  let left = budgetTokens - estimator.estimate(summaryMessage("")) - 1;
  let refused = 0;
  for (const line of lines) {
    if (left <= 2 || refused > 200) break;
    const tokens = estimator.estimateText(`${line.text}\n`) + 1;
    if (tokens > left) {
      refused += 1;
      continue;
    }
    left -= tokens;
    chosen.push(line);
  }
  return chosen;
}
