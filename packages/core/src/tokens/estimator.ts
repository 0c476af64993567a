import type { FilePart, Message } from "../message/message.ts";
import { estimateText } from "./estimate-text.ts";
import { messageTokens } from "./message-tokens.ts";

export type EstimatorOptions = {
  /** Returns the tokens of a file, if you know the model's rule. Default: {@link fileTokens}. */
  readonly fileTokens?: (part: FilePart) => number;
};

/** Creates the default estimator. It has learned costs and no vocabulary, and reads about as fast as text is copied. */
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
 * Estimates tokens.
 *
 * An estimator is synchronous, pure and deterministic. It never throws and never returns a negative number or `NaN`. It
 * counts everything that is sent: text, reasoning, tool names and arguments, files, and the frame of the message.
 */
export interface TokenEstimator {
  /** Shown in receipts and reports. */
  readonly name: string;
  estimate(message: Message): number;
  /** Estimates plain text such as a system text or the JSON of the tools; 0 for empty text. */
  estimateText(text: string): number;
}

export function messagesTokens(messages: readonly Message[], estimator: TokenEstimator): number {
  return messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
}
