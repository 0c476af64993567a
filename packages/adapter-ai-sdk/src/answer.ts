import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import type { AssistantMessage, TokenUsage } from "@cutpoint/core";
import { createEmptyAnswer } from "@cutpoint/host-kit";

/** The end of an answer, streamed or not. */
type AnswerEnd = {
  readonly usage: LanguageModelV4Usage;
  readonly finishReason: LanguageModelV4FinishReason;
};

/** Returns the usage of an answer; `undefined` if the provider did not report it. */
export function usageOf({
  inputTokens,
  outputTokens,
}: LanguageModelV4Usage): TokenUsage | undefined {
  if (inputTokens.total === undefined || outputTokens.total === undefined) return undefined;
  const { cacheRead, cacheWrite } = inputTokens;
  return {
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    ...(cacheRead === undefined ? {} : { cacheReadTokens: cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWriteTokens: cacheWrite }),
  };
}

/** Returns whether a part of an answer shows something to the user or the app. */
export function hasContent(part: LanguageModelV4Content): boolean {
  if (part.type === "text") return part.text.trim() !== "";
  return part.type !== "reasoning";
}

/** Returns an answer without content in the form that detects an overflow; `null` if its usage is unknown. */
export function emptyAnswer({ finishReason, usage }: AnswerEnd): AssistantMessage | null {
  return createEmptyAnswer(usageOf(usage), finishReason.unified === "length");
}
