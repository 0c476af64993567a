import { isCutpointError } from "@cutpoint/core";
import { transcriptText } from "@cutpoint/core/kit";
import { shortSummaryPrompt } from "../prompt/short-summary-prompt.ts";
import { promptTokens } from "./windows.ts";
import { answerTokens, inputTokens, type SummaryJob, textTokens } from "./summary-job.ts";
import { writeText } from "./writer.ts";

const MAX_TOKENS = 512;
/** The share of the summary's limit. */
const SHARE = 0.2;
const RECENT_ITEMS = 6;

/** Returns a short text about a summary; `null` if no call is left or the call failed. */
export async function shortText(job: SummaryJob, summary: string): Promise<string | null> {
  if (job.caller.left() < 1) return null;
  const { estimator, kept } = job.request;
  const maxTokens = Math.max(32, Math.min(MAX_TOKENS, Math.floor(textTokens(job) * SHARE)));
  const outputTokens = answerTokens(job, maxTokens);
  const recent = transcriptText(kept.slice(-RECENT_ITEMS), {
    maxTextCharacters: 1_000,
    maxResultCharacters: 300,
  });
  const full = shortSummaryPrompt({ summary, recent });
  const isFitting = promptTokens(full, estimator) <= inputTokens(job, outputTokens);
  const prompt = isFitting ? full : shortSummaryPrompt({ summary });
  try {
    return await writeText(job.caller, {
      send: (_correction, options) => job.complete(prompt, options),
      maxTokens,
      outputTokens,
      estimator,
      items: [],
      sections: [],
    });
  } catch (error) {
    if (isCutpointError(error, "aborted")) throw error;
    return null;
  }
}
