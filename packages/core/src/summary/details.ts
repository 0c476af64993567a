import { joinTurnContext, splitTurnContext } from "./turn-context.ts";

/** The heading of the lines that an offline summarizer adds to the summary of a model. */
const DETAILS_HEADING = "## Quotes From the Conversation";

/** Joins a summary and the lines that were added to it. The summary of a split turn stays last. */
export function joinDetails(summary: string, lines: readonly string[]): string {
  if (lines.length === 0) return summary;
  const { history, turn } = splitTurnContext(summary);
  const details = [DETAILS_HEADING, ...lines].join("\n");
  return joinTurnContext(`${history}\n\n${details}`, turn ?? "");
}

/** Returns the summary that {@link joinDetails} added lines to. */
export function withoutDetails(summary: string): string {
  const { history, turn } = splitTurnContext(summary);
  const at = `\n${history}`.indexOf(`\n${DETAILS_HEADING}\n`);
  return at === -1 ? summary : joinTurnContext(history.slice(0, at), turn ?? "");
}
