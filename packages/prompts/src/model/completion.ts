import type { Message, TokenUsage, SummaryFault } from "@cutpoint/core";
import type { Prompt } from "../prompt/prompt.ts";

/** An answer of a model. */
export type Completion = {
  readonly text: string;
  /** The stop reason as the provider reports it. */
  readonly stopReason?: string | null;
  readonly usage?: TokenUsage | null;
  /** Whether the answer contains reasoning. */
  readonly hasReasoning?: boolean;
  readonly callsTool?: boolean;
  /** Whether the text is used without the headings that the prompt requests. Default: `false`. */
  readonly isFreeForm?: boolean;
};

export type CompleteOptions = {
  readonly signal: AbortSignal;
  /** The limit for the answer, in tokens. */
  readonly maxTokens: number;
};

/**
 * Sends a prompt to a model and returns the answer.
 *
 * Pass `signal` on, do not retry, and reject with the error of your client. The summarizer retries, and recognizes
 * overflows and rate limits by that error.
 */
export type Complete = (prompt: Prompt, options: CompleteOptions) => Promise<Completion>;

/** A live conversation with one message appended. */
export type AlignedRequest = {
  readonly version: string;
  /** The system text that was sent with the conversation. */
  readonly system: string | null;
  readonly tools: unknown;
  readonly messages: readonly Message[];
  /** The text of the user message to append. */
  readonly prompt: string;
};

/**
 * Sends a live conversation again with one message appended. Otherwise like {@link Complete}.
 *
 * The messages must convert to the same bytes as before, with the same tools and without a tool choice. The provider then
 * reads them from its cache.
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

/** Returns the fault that a stop reason shows. An unknown stop reason counts as `unfinished`. */
export function stopFault({ callsTool, stopReason }: Completion): SummaryFault | null {
  if (callsTool === true) return "tool-call";
  if (stopReason === undefined || stopReason === null || FINISHED.test(stopReason)) return null;
  if (CUT_OFF.test(stopReason)) return "cut-off";
  if (OVERFLOW.test(stopReason)) return "overflow";
  if (TOOL_CALL.test(stopReason)) return "tool-call";
  return FILTERED.test(stopReason) ? "filtered" : "unfinished";
}
