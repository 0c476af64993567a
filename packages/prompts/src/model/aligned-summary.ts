import { isCutpointError, type LiveRequest, type Message } from "@cutpoint/core";
import { alignedPrompt } from "../prompt/aligned-prompt.ts";
import type { AlignedRequest, CompleteAligned } from "./completion.ts";
import { keepFacts } from "./facts.ts";
import {
  answerTokens,
  inputTokens,
  type SummaryText,
  type SummaryJob,
  textTokens,
} from "./summary-job.ts";
import { withTurnContext } from "./split-turn.ts";
import { writeText } from "./writer.ts";
import { requiredSections } from "./written-summary.ts";

/**
 * Summarizes by appending one message to the live conversation.
 *
 * Returns `null` if the app cannot send it, if it has secrets, if it is of another model, if it does not fit, or if the
 * answer was rejected.
 *
 * @throws `aborted`, or `summary-failed` if no call is left
 */
export async function alignedText(job: SummaryJob): Promise<SummaryText | null> {
  const { alignedModel, completeAligned, request } = job;
  if (completeAligned === null || request.live === null || request.live.hasSecrets) return null;
  if (alignedModel !== null && alignedModel !== request.live.model) return null;
  const maxTokens = textTokens(job);
  const aligned = requestOf(job, request.live, maxTokens);
  if (tokensOf(job, aligned) > inputTokens(job, answerTokens(job, maxTokens))) return null;
  try {
    const text = await requestSummary(job, completeAligned, aligned, maxTokens);
    return { text, promptVersion: aligned.version };
  } catch (error) {
    if (!isCutpointError(error, "summary-failed") || job.caller.left() < 1) throw error;
    return null;
  }
}

async function requestSummary(
  job: SummaryJob,
  completeAligned: CompleteAligned,
  aligned: AlignedRequest,
  maxTokens: number,
): Promise<string> {
  const { items, estimator, previousSummary, turnPrefix } = job.request;
  const text = await writeText(job.caller, {
    send: (correction, options) => {
      const prompt = correction === null ? aligned.prompt : `${aligned.prompt}\n\n${correction}`;
      return completeAligned({ ...aligned, prompt }, options);
    },
    maxTokens,
    outputTokens: answerTokens(job, maxTokens),
    estimator,
    items: [...items, ...turnPrefix],
    sections: requiredSections(job),
  });
  const isFitting = (longer: string): boolean => estimator.estimateText(longer) <= maxTokens;
  const whole = withTurnContext(text, turnPrefix, isFitting);
  return keepFacts(previousSummary ?? "", whole, isFitting);
}

function requestOf(job: SummaryJob, live: LiveRequest, maxTokens: number): AlignedRequest {
  const {
    contextLines,
    earlierSummaries = [],
    instructions,
    previousSummary,
    prompt,
    revokedRules = [],
    rules = [],
    turnPrefix,
  } = job.request;
  const { text, version } = alignedPrompt({
    contextLines,
    instructions,
    prompt,
    rules,
    revokedRules,
    maxTokens,
    sections: job.sections,
    hasPrevious: previousSummary !== null,
    hasEarlier: earlierSummaries.length > 0,
    isSplit: turnPrefix.length > 0,
  });
  const { system, tools } = live;
  return { version, system, tools, messages: messagesBeforeKept(job, live), prompt: text };
}

/** Returns the live messages before the kept items. The provider has them in its cache. */
function messagesBeforeKept({ request }: SummaryJob, { view }: LiveRequest): readonly Message[] {
  const kept = new Set(request.kept.map(({ id }) => id));
  const end = view.ids.findIndex((id) => id !== null && kept.has(id));
  return end === -1 ? view.messages : view.messages.slice(0, end);
}

function tokensOf({ request }: SummaryJob, aligned: AlignedRequest): number {
  const { estimator } = request;
  const tools = aligned.tools === null ? "" : (JSON.stringify(aligned.tools) ?? "");
  const texts = [aligned.system ?? "", tools, aligned.prompt];
  return [
    ...texts.map((text) => estimator.estimateText(text)),
    ...aligned.messages.map((message) => estimator.estimate(message)),
  ].reduce((sum, tokens) => sum + tokens, 0);
}
