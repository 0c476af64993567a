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
  /** The address of another provider with Chat Completions. `null`: the address of OpenAI. */
  readonly baseURL: string | null;
};

/** Creates a model behind Chat Completions. If a request is rejected, `answer` rejects with the error of the client. */
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
      if (choice === undefined) throw new Error(`the answer of ${model} contains no choice`);
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
