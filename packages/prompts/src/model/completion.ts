import type { Message, TokenUsage, SummaryFault } from "@cutpoint/core";
import type { Prompt } from "../prompt/prompt.ts";

/** What a model answered. */
export type Completion = {
  readonly text: string;
  /** Why it stopped, in its provider's word. */
  readonly stopReason?: string | null;
  /** What the provider reported, in tokens. */
  readonly usage?: TokenUsage | null;
  /** Whether it thought before; without text that makes the answer one of reasoning only. */
  readonly hasReasoning?: boolean;
  /** Whether it called a tool. */
  readonly callsTool?: boolean;
};

export type CompleteOptions = {
  readonly signal: AbortSignal;
  /** The most that the answer may take, in tokens. */
  readonly maxTokens: number;
};

/**
 * Turns a prompt into text by any model. Honours `signal` and retries nothing: the summarizer does. Rejects where there is
 * no answer, with its client's error, by which an overflow and a rate limit are known.
 */
export type Complete = (prompt: Prompt, options: CompleteOptions) => Promise<Completion>;

/** A live conversation with one message appended. */
export type AlignedRequest = {
  readonly version: string;
  /** System text and tools as they were sent with the conversation. */
  readonly system: string | null;
  readonly tools: unknown;
  readonly messages: readonly Message[];
  /** The message to append, as a user's. */
  readonly prompt: string;
};

/**
 * Sends a live conversation again with one message appended, converted to the same bytes as before, with the same tools
 * and without a tool choice, so that the provider reads its beginning from the cache. Else as {@link Complete}.
 */
export type CompleteAligned = (
  request: AlignedRequest,
  options: CompleteOptions,
) => Promise<Completion>;

const FINISHED =
  /^(?:stop|end|end_turn|eos|eos_token|complete|completed|done|finish|finished|success|stop_sequence)$/iu;
const CUT_OFF =
  /^(?:length|max_tokens|max_output_tokens|max_completion_tokens|incomplete|model_length)$/iu;
const OVERFLOW = /^(?:model_context_window_exceeded|context_length_exceeded)$/iu;
const TOOL_CALL = /^(?:tool_calls?|tool_use|function_call|tool)$/iu;
const FILTERED =
  /^(?:content_filter|content_filtered|refusal|safety|recitation|blocklist|prohibited_content|spii|sensitive|guardrail_intervened)$/iu;

/** What an answer's end says against it; whatever is not known to be an end is a failure. */
export function stopFault({ callsTool, stopReason }: Completion): SummaryFault | null {
  if (callsTool === true) return "tool-call";
  if (stopReason === undefined || stopReason === null || FINISHED.test(stopReason)) return null;
  if (CUT_OFF.test(stopReason)) return "cut-off";
  if (OVERFLOW.test(stopReason)) return "overflow";
  if (TOOL_CALL.test(stopReason)) return "tool-call";
  return FILTERED.test(stopReason) ? "filtered" : "unfinished";
}
