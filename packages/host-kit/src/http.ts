// For HTTP APIs: the formats of Chat Completions, Responses and Anthropic Messages, and their one sender.
export { takeConversationId } from "./http/conversation-header.ts";
export { anthropicCodec } from "./http/anthropic/codec.ts";
export type { AnthropicBlock, AnthropicMessage, AnthropicUnit } from "./http/anthropic/messages.ts";
export type { ChatContentPart, ChatMessage, ChatToolCall } from "./http/chat/chat-message.ts";
export { chatCodec } from "./http/chat/codec.ts";
export type { ChatUnit } from "./http/chat/from-chat-message.ts";
export { isChatMessage, toChatMessage } from "./http/chat/to-chat-message.ts";
export { responsesCodec } from "./http/responses/codec.ts";
export type { ResponsesItem, ResponsesUnit } from "./http/responses/items.ts";
export { toolsOf } from "./http/tools-of.ts";
export type { WireCall } from "./http/wire-compactor.ts";
export { createWireCompactor } from "./http/wire-compactor.ts";
export type { JsonObject, StreamReader, WireAnswer, WireFormat } from "./http/wire-format.ts";
export { createWireCompactTool } from "./http/wire-compact-tool.ts";
export type { CompactTool, RecallTool, RecallToolOptions } from "@cutpoint/session";
export type { WireRecallSource } from "./http/wire-recall-tool.ts";
export { createWireRecallTool } from "./http/wire-recall-tool.ts";
