import { abortedError } from "../message/error.ts";
import type { Plan } from "../plan/plan.ts";
import { checkSummary } from "../summary/check-summary.ts";
import { withoutDetails } from "../summary/details.ts";
import { summaryFailure, toSummaryFailure } from "../summary/failure.ts";
import type { Summarizer, Summary, SummaryRequest } from "../summary/summarizer.ts";
import type { SummarizerRun } from "./run-summarizers.ts";

/** The room that a summary must leave, in tokens. In less, the heading takes too large a part. */
const LEAST_ROOM = 100;

type Request = Omit<SummaryRequest, "maxCalls">;

/** Adds to the text of a summary. Returns it unchanged if there is no room, or if that fails. */
export type Fill = (text: string) => Promise<Pick<Summary, "text" | "memory">>;

/** Returns `null` if no summarizer fills. The summary of a branch is a note and is not filled. */
export function createFill(
  { onFailure, plan, redact, signal }: SummarizerRun<unknown>,
  summarizers: readonly Summarizer[],
  request: Request,
): Fill | null {
  const filler = summarizers.find((one) => one.offline === true && "fill" in one);
  if (plan === null || filler?.fill === undefined) return null;
  const own = { ...offlineRequest(request, plan), maxCalls: 0 };
  return async (text) => {
    if (own.estimator.estimateText(text) + LEAST_ROOM > own.maxTokens) return { text };
    try {
      const filled = (await filler.fill?.(text, own, signal)) ?? { text };
      const { fault, text: whole } = checkSummary(filled.text, { ...own, items: [], calls: 0 });
      if (fault === null) return { ...filled, text: whole };
      throw summaryFailure(
        fault,
        `the summary (filled by ${filler.name}) cannot be used: ${fault}`,
      );
    } catch (cause) {
      if (signal.aborted) throw abortedError(signal);
      onFailure(filler.name, toSummaryFailure(cause, redact));
      return { text };
    }
  };
}

/** The request of an offline summarizer, which has more room. */
export function offlineRequest(request: Request, plan: Plan | null): Request {
  const { offlineSummaryTokens = 0, summaryTokens = 0 } = plan ?? {};
  return { ...request, maxTokens: request.maxTokens + offlineSummaryTokens - summaryTokens };
}

/** The request of a model, which does not merge the lines that were added to the previous summary. */
export function withoutLines(request: Request): Request {
  const { previousSummary } = request;
  if (previousSummary === null) return request;
  return { ...request, previousSummary: withoutDetails(previousSummary) };
}
