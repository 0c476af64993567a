export type { ChatContentPart, ChatMessage, ChatToolCall } from "@cutpoint/host-kit";
export type {
  ChatAnswer,
  ChatClient,
  ChatClientOptions,
  ChatRequest,
  SendOptions,
} from "./chat-client.ts";
export { createChatClient } from "./chat-client.ts";
export type { ChatStorage, ChatState } from "./chat-state.ts";
export { emptyChat, chatItems } from "./chat-state.ts";
export type {
  CompleteChat,
  CompletionResult,
  CompletionOptions,
  CompletionRequest,
} from "./complete-chat.ts";
export { withCompaction, withoutCompaction } from "./complete-chat.ts";
export type { AskOptions, Chat, ChatOptions, ChatReply, ChatTool } from "./create-chat.ts";
export { createChat } from "./create-chat.ts";
export { toChatMessage } from "@cutpoint/host-kit";
export { toChatMessages } from "./to-chat-messages.ts";
export { toItems } from "./to-items.ts";
