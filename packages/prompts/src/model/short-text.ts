import { isCutpointError } from "@cutpoint/core";
import { transcriptText } from "@cutpoint/core/kit";
import { shortSummaryPrompt } from "../prompt/short-summary-prompt.ts";
import { promptTokens } from "./windows.ts";
import { answerTokens, inputTokens, type SummaryJob, textTokens } from "./summary-job.ts";
import { write } from "./writer.ts";

const MOST_TOKENS = 512;
/** Of what the summary may take. */
const SHARE = 0.2;
const RECENT_ITEMS = 6;

/** A text of a few words about a summary; `null` where there is none to be had, which is no reason to fail. */
export async function shortText(job: SummaryJob, summary: string): Promise<string | null> {
  if (job.caller.left() < 1) return null;
  const { estimator, kept } = job.request;
  const maxTokens = Math.max(32, Math.min(MOST_TOKENS, Math.floor(textTokens(job) * SHARE)));
  const outputTokens = answerTokens(job, maxTokens);
  const recent = transcriptText(kept.slice(-RECENT_ITEMS), {
    maxTextCharacters: 1_000,
    maxResultCharacters: 300,
  });
  const whole = shortSummaryPrompt({ summary, recent });
  const isFitting = promptTokens(whole, estimator) <= inputTokens(job, outputTokens);
  const prompt = isFitting ? whole : shortSummaryPrompt({ summary });
  try {
    return await write(job.caller, {
      send: (_reminder, options) => job.complete(prompt, options),
      maxTokens,
      outputTokens,
      estimator,
      items: [],
      sections: [],
      isSplit: false,
    });
  } catch (error) {
    if (isCutpointError(error, "aborted")) throw error;
    return null;
  }
}
