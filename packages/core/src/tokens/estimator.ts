import type { FilePart, Message } from "../message/message.ts";
import { estimateText } from "./estimate-text.ts";
import { messageTokens } from "./message-tokens.ts";

export type EstimatorOptions = {
  /** Tokens of a file, for a host that knows its model's rule. Default: {@link fileTokens}. */
  readonly fileTokens?: (part: FilePart) => number;
};

/** The estimator of core: learned costs, no vocabulary, about as fast as text can be read. */
export function createEstimator(options: EstimatorOptions = {}): TokenEstimator {
  const counting = {
    text: estimateText,
    ...(options.fileTokens === undefined ? {} : { file: options.fileTokens }),
  };
  return {
    name: "cutpoint",
    estimate: (message) => messageTokens(message, counting),
    estimateText,
  };
}

/**
 * Tells how many tokens a message takes.
 *
 * Contract: synchronous, pure and deterministic; never throws, never negative, never `NaN`; counts all that goes over
 * the wire (text, reasoning, tool names and arguments, files, the envelope of the message). May be called any number
 * of times for one message.
 */
export interface TokenEstimator {
  /** Told in receipts and reports. */
  readonly name: string;
  /** Tokens of one message. */
  estimate(message: Message): number;
  /** Tokens of bare text: a system text, the JSON of the tools, a summary; 0 for the empty text. */
  estimateText(text: string): number;
}
