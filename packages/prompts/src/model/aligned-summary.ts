import { isCutpointError, type LiveRequest, type Message } from "@cutpoint/core";
import { joinTurnContext, splitTurnContext } from "@cutpoint/core/kit";
import { alignedPrompt } from "../prompt/aligned-prompt.ts";
import type { AlignedRequest, CompleteAligned } from "./completion.ts";
import { keepFacts } from "./facts.ts";
import {
  answerTokens,
  inputTokens,
  type MadeText,
  type SummaryJob,
  textTokens,
} from "./summary-job.ts";
import { write } from "./writer.ts";
import { own } from "./written-summary.ts";

/**
 * A summary by the live conversation and one message behind it; `null` where the host cannot send that, where it does
 * not fit, or where its answer was of no use: then the conversation is told as text.
 *
 * @throws `aborted`, and `summary-failed` where no call is left
 */
export async function alignedText(job: SummaryJob): Promise<MadeText | null> {
  const { completeAligned, request } = job;
  if (completeAligned === null || request.live === null) return null;
  const maxTokens = textTokens(job);
  const aligned = requestOf(job, request.live, maxTokens);
  if (tokensOf(job, aligned) > inputTokens(job, answerTokens(job, maxTokens))) return null;
  try {
    const text = await answerTo(job, completeAligned, aligned, maxTokens);
    return { text, promptVersion: aligned.version };
  } catch (error) {
    if (!isCutpointError(error, "summary-failed") || job.caller.left() < 1) throw error;
    return null;
  }
}

async function answerTo(
  job: SummaryJob,
  completeAligned: CompleteAligned,
  aligned: AlignedRequest,
  maxTokens: number,
): Promise<string> {
  const { items, estimator, previousSummary, turnPrefix } = job.request;
  const text = await write(job.caller, {
    send: (reminder, options) => {
      const prompt = reminder === null ? aligned.prompt : `${aligned.prompt}\n\n${reminder}`;
      return completeAligned({ ...aligned, prompt }, options);
    },
    maxTokens,
    outputTokens: answerTokens(job, maxTokens),
    estimator,
    items: [...items, ...turnPrefix],
    sections: own(job),
    isSplit: turnPrefix.length > 0,
  });
  const { history, turn } = splitTurnContext(text);
  return keepFacts(
    previousSummary ?? "",
    joinTurnContext(history, turn ?? ""),
    (longer) => estimator.estimateText(longer) <= maxTokens,
  );
}

function requestOf(job: SummaryJob, live: LiveRequest, maxTokens: number): AlignedRequest {
  const { contextLines, instructions, previousSummary, prompt, turnPrefix } = job.request;
  const { text, version } = alignedPrompt({
    contextLines,
    instructions,
    prompt,
    maxTokens,
    sections: job.sections,
    hasPrevious: previousSummary !== null,
    isSplit: turnPrefix.length > 0,
  });
  const { system, tools } = live;
  return { version, system, tools, messages: upToKept(job, live), prompt: text };
}

/** The live messages that will be covered: a beginning of what the provider has in its cache. */
function upToKept({ request }: SummaryJob, { view }: LiveRequest): readonly Message[] {
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
