import type { SummaryRequest } from "@cutpoint/core";
import { request } from "../../../core/test/summary/request.ts";
import { createExtractiveSummarizer } from "../../src/summarize.ts";

/** Returns the text of an extractive summary. */
export async function summaryText(given: Partial<SummaryRequest>): Promise<string> {
  const summary = await createExtractiveSummarizer().summarize(
    request(given),
    new AbortController().signal,
  );
  return summary.text;
}
