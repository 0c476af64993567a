import type { Message, TokenEstimator } from "@cutpoint/core";

export function summaryMessage(text: string): Message {
  return { role: "user", provenance: "summary", parts: [{ type: "text", text }] };
}

/**
 * Takes lines in order, as many as fit into one message, and skips lines that do not fit.
 *
 * Returns them in the same order. `arrange` changes the order of the text that is measured.
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
