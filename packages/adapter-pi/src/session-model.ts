import type { Summarizer } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { createModelSummarizer } from "@cutpoint/prompts";
import type { CompactionResult, ExtensionContext } from "@earendil-works/pi-coding-agent";

/** Tokens of a call, and their cost in USD. */
export type PiUsage = NonNullable<CompactionResult["usage"]>;

/**
 * Creates a summarizer that calls the model of the session with the credentials of pi.
 *
 * @param usages receives the usage of each answer
 */
export function createSessionModelSummarizer(
  model: NonNullable<ExtensionContext["model"]>,
  registry: ExtensionContext["modelRegistry"],
  usages: PiUsage[],
): Summarizer {
  return createModelSummarizer({
    name: model.id,
    windowTokens: model.contextWindow,
    async complete({ prompt, system }, options) {
      const message = { role: "user", content: prompt, timestamp: Date.now() } as const;
      const context = { systemPrompt: system, messages: [message] };
      const answer = await registry.complete(model, context, options);
      const { content, stopReason, usage } = answer;
      usages.push(usage);
      if (stopReason === "error" || stopReason === "aborted")
        throw new Error(answer.errorMessage ?? `the model stopped: ${stopReason}`);
      return {
        text: content.map((part) => (part.type === "text" ? part.text : "")).join(""),
        stopReason,
        hasReasoning: content.some(({ type }) => type === "thinking"),
        callsTool: content.some(({ type }) => type === "toolCall"),
        usage: {
          inputTokens: usage.input + usage.cacheRead + usage.cacheWrite,
          outputTokens: usage.output,
          cacheReadTokens: usage.cacheRead,
          cacheWriteTokens: usage.cacheWrite,
        },
      };
    },
  });
}

/** Adds the numbers of two records with the same fields, also of records in them. */
export function sumOf<Fields extends object>(left: Fields, right: Fields): Fields {
  const sums = Object.entries(left).map(([key, value]: [string, unknown]) => {
    const other: unknown = right[key as keyof Fields];
    if (typeof value === "number") return [key, value + Number(other ?? 0)];
    return [key, isRecord(value) && isRecord(other) ? sumOf(value, other) : value];
  });
  return Object.fromEntries(sums) as Fields;
}
