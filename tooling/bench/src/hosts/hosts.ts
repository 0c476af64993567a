import Anthropic from "@anthropic-ai/sdk";
import { withCompaction } from "@cutpoint/adapter-ai-sdk";
import { createCompactionMiddleware } from "@cutpoint/adapter-anthropic";
import { createCompactingFetch } from "@cutpoint/adapter-openai";
import { generateText, pruneMessages } from "ai";
import OpenAI from "openai";
import { type Said, instantModel } from "./instant-answers.ts";
import { anthropicAnswer, answerWith, chatAnswer, responsesAnswer } from "./instant-answers.ts";

/** Sends a whole conversation once. */
type Send = (messages: readonly Said[]) => Promise<unknown>;

/** A host without an adapter and with one. */
export type Host = { readonly name: string; readonly bare: Send; readonly wrapped: Send };

/** So large that no compaction is needed. */
const options = { policy: { windowTokens: 100_000_000 } };
const apiKey = "none";
const model = "any";

/** The hosts whose adapter receives the whole conversation with each request. Their models answer at once. */
export function createHosts(): readonly Host[] {
  return [
    {
      name: "AI SDK: pruneMessages",
      bare: aiSdk(instantModel),
      wrapped: async (messages) =>
        aiSdk(instantModel)(
          pruneMessages({
            messages: [...messages],
            reasoning: "all",
            toolCalls: "before-last-message",
          }) as readonly Said[],
        ),
    },
    {
      name: "AI SDK: withCompaction",
      bare: aiSdk(instantModel),
      wrapped: aiSdk(withCompaction(instantModel, options)),
    },
    {
      name: "Anthropic SDK",
      bare: anthropic(new Anthropic({ apiKey, fetch: answerWith(anthropicAnswer) })),
      wrapped: anthropic(
        new Anthropic({
          apiKey,
          fetch: answerWith(anthropicAnswer),
          middleware: [createCompactionMiddleware(options)],
        }),
      ),
    },
    {
      name: "OpenAI SDK, Responses",
      bare: responses(openai(answerWith(responsesAnswer))),
      wrapped: responses(
        openai(createCompactingFetch({ ...options, fetch: answerWith(responsesAnswer) })),
      ),
    },
    {
      name: "OpenAI SDK, Chat Completions",
      bare: chat(openai(answerWith(chatAnswer))),
      wrapped: chat(openai(createCompactingFetch({ ...options, fetch: answerWith(chatAnswer) }))),
    },
  ];
}

function aiSdk(languageModel: typeof instantModel): Send {
  return async (messages) =>
    generateText({ model: languageModel, messages: [...messages], maxRetries: 0 });
}

function anthropic(client: Anthropic): Send {
  return async (messages) =>
    client.messages.create({ model, max_tokens: 100, messages: [...messages] });
}

function openai(fetch: typeof globalThis.fetch): OpenAI {
  return new OpenAI({ apiKey, fetch });
}

function responses(client: OpenAI): Send {
  return async (messages) => client.responses.create({ model, input: [...messages] });
}

function chat(client: OpenAI): Send {
  return async (messages) => client.chat.completions.create({ model, messages: [...messages] });
}
