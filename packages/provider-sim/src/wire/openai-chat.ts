import { openaiChatOverflow, openaiChatRules } from "../rules/openai-chat.ts";
import { openaiShapeViolation } from "../rules/shape.ts";
import { defineEndpoint, type Endpoint } from "./endpoint.ts";
import { failOpenAIChat, writeOpenAIChat } from "./openai-chat-answer.ts";
import { openaiChatRequest, readOpenAIChat } from "./openai-chat-request.ts";

export const openaiChat: Endpoint = defineEndpoint({
  name: "openai-chat",
  vendor: "openai",
  path: "/chat/completions",
  scripted: true,
  schema: openaiChatRequest,
  shapeRule: {
    id: "openai-chat/shape",
    refuses: "a missing field or a field of another type, and an unknown role",
    sources: [
      "OpenAI API reference: Create chat completion",
      "neuron-core/neuron-ai#292",
      "danny-avila/LibreChat#3111",
    ],
  },
  shapeViolation: openaiShapeViolation,
  rules: openaiChatRules,
  read: readOpenAIChat,
  write: writeOpenAIChat,
  fail: failOpenAIChat,
  overflow: openaiChatOverflow,
});
