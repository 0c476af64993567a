import {
  type AssistantMessage,
  assistantMessage,
  type FinishReason,
  type TokenUsage,
} from "@cutpoint/core";
import OpenAI from "openai";
import type { Model } from "./model.ts";

export type OpenAIModelOptions = {
  readonly apiKey: string;
  readonly model: string;
  /** Another provider that speaks Chat Completions; `null` for OpenAI's own. */
  readonly baseURL: string | null;
};

/** A real model behind Chat Completions. A refused request rejects with the client's error. */
export function createOpenAIModel({ apiKey, model, baseURL }: OpenAIModelOptions): Model {
  const client = new OpenAI({ apiKey, ...(baseURL === null ? {} : { baseURL }) });
  return {
    name: model,
    async answer(request) {
      const completion = await client.chat.completions.create({
        model,
        messages: [...request.messages],
        tools: request.tools.map((tool) => ({ ...tool })),
      });
      const [choice] = completion.choices;
      if (choice === undefined) throw new Error(`${model} answered without a choice`);
      const calls = (choice.message.tool_calls ?? []).flatMap((call) =>
        call.type === "function"
          ? [{ callId: call.id, name: call.function.name, arguments: call.function.arguments }]
          : [],
      );
      const finishReason: FinishReason = choice.finish_reason === "length" ? "length" : "stop";
      return {
        ...assistantMessage(choice.message.content ?? "", calls),
        finishReason,
        ...reportedUsage(completion.usage),
      };
    },
  };
}

function reportedUsage(usage: OpenAI.CompletionUsage | undefined): Pick<AssistantMessage, "usage"> {
  if (usage === undefined) return {};
  const reported: TokenUsage = {
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    ...(usage.prompt_tokens_details?.cached_tokens === undefined
      ? {}
      : { cacheReadTokens: usage.prompt_tokens_details.cached_tokens }),
  };
  return { usage: reported };
}
