import type { Message } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { liveMessages } from "@cutpoint/host-kit";
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

/** The other things that use tokens beside messages: schemas of answers, and what only the provider can read. */
const OTHERS: ReadonlySet<unknown> = new Set(["json_schema", "json_object", "text", "compaction"]);

function toolsOf<Tools>(definitions: unknown): { readonly tools?: Tools } {
  const tools = (Array.isArray(definitions) ? definitions : []).filter(
    (each) => isRecord(each) && !OTHERS.has(each["type"]),
  );
  return tools.length === 0 ? {} : { tools: tools as Tools };
}
