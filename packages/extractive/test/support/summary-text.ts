import type { SummaryRequest } from "@cutpoint/core";
import { summaryRequest as request } from "../../../../tooling/laws/src/generate/summary-request.ts";
import { createExtractiveSummarizer } from "../../src/summarize.ts";

/** Returns the text of an extractive summary. */
export async function summaryText(given: Partial<SummaryRequest>): Promise<string> {
  const summary = await createExtractiveSummarizer().summarize(
    request(given),
    new AbortController().signal,
  );
  return summary.text;
}
