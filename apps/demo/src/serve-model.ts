import { type AssistantMessage, textOf, toolCalls } from "@cutpoint/core";
import { type Provider, startProvider, type Step } from "@cutpoint/provider-sim";
import type { ChatRequest } from "./chat.ts";
import type { Model } from "./model.ts";

/**
 * Starts a local provider with a model behind it. It counts each request exactly and rejects what a real provider
 * rejects, with the same errors. The model receives only valid requests.
 */
export async function serveModel(model: Model, windowTokens: number): Promise<Provider> {
  return startProvider({
    windowTokens,
    script: async ({ body }) => toStep(await model.answer(body as ChatRequest)),
  });
}

function toStep(answer: AssistantMessage): Step {
  const calls = toolCalls(answer).map(({ callId, name, arguments: text }) => ({
    id: callId,
    name,
    arguments: text,
  }));
  return { type: "answer", text: textOf(answer), calls };
}
