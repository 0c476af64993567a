import type { Message } from "@cutpoint/core";
import { liveMessages } from "@cutpoint/host-kit";
import { toolsOf } from "@cutpoint/host-kit/http";
import type OpenAI from "openai";
import { chatFormat } from "./chat/format.ts";
import { responsesFormat } from "./responses/format.ts";

type Conversation = {
  readonly messages: readonly Message[];
  readonly system: string | null;
  readonly tools: unknown;
};

type Chat = OpenAI.ChatCompletionCreateParamsNonStreaming;
type Responses = OpenAI.Responses.ResponseCreateParamsNonStreaming;

/**
 * Returns a conversation as the client sent it to Chat Completions, for the option `conversation` of
 * `createOpenAIChatSummarizer`.
 */
export function chatConversationOf({
  messages,
  tools,
}: Conversation): Pick<Chat, "messages" | "tools"> {
  return {
    messages: [...liveMessages(messages, chatFormat)] as Chat["messages"],
    ...toolsOf<NonNullable<Chat["tools"]>>(tools),
  };
}

/**
 * Returns a conversation as the client sent it to Responses, for the option `conversation` of
 * `createOpenAIResponsesSummarizer`.
 */
export function responsesConversationOf({
  messages,
  system,
  tools,
}: Conversation): { readonly input: OpenAI.Responses.ResponseInput } & Pick<
  Responses,
  "instructions" | "tools"
> {
  return {
    input: [...liveMessages(messages, responsesFormat)] as object as OpenAI.Responses.ResponseInput,
    ...(system === null ? {} : { instructions: system }),
    ...toolsOf<NonNullable<Responses["tools"]>>(tools),
  };
}
