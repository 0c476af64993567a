import type {
  MessageCreateParamsNonStreaming,
  ToolUnion,
} from "@anthropic-ai/sdk/resources/messages";
import type { Message } from "@cutpoint/core";
import { liveMessages } from "@cutpoint/host-kit";
import { toolsOf } from "@cutpoint/host-kit/http";
import { messagesFormat } from "./format.ts";

/**
 * Returns a conversation as the client sent it, for the option `conversation` of `createAnthropicSummarizer`.
 *
 * System text must be a string or one block. Several blocks are sent as one, which the provider has not cached.
 */
export function conversationOf({
  messages,
  system,
  tools,
}: {
  readonly messages: readonly Message[];
  readonly system: string | null;
  readonly tools: unknown;
}): Pick<MessageCreateParamsNonStreaming, "messages" | "system" | "tools"> {
  return {
    messages: [
      ...liveMessages(messages, messagesFormat),
    ] as MessageCreateParamsNonStreaming["messages"],
    ...(system === null ? {} : { system }),
    ...toolsOf<ToolUnion[]>(tools),
  };
}
