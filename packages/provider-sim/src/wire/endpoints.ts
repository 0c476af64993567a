import { anthropicCountTokens, anthropicMessages } from "./anthropic.ts";
import type { Endpoint } from "./endpoint.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses, openaiResponsesCompact } from "./openai-responses.ts";

/** All endpoints of the provider. */
export const endpoints: readonly Endpoint[] = [
  openaiChat,
  openaiResponses,
  openaiResponsesCompact,
  anthropicMessages,
  anthropicCountTokens,
];
