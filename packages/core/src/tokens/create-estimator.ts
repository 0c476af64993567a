import type { FilePart } from "../model/message.ts";
import { estimateText } from "./estimate-text.ts";
import type { TokenEstimator } from "./estimator.ts";
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
