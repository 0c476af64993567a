import type { AdapterSamples } from "@cutpoint/conformance";
import type { Json } from "@cutpoint/core";
import { parseMessage } from "@cutpoint/core/schema";
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  mapStoredMessagesToChatMessages,
  type StoredMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { fromLangChainMessage, toLangChainMessage } from "@cutpoint/adapter-langchain";

/** Messages as LangChain's own stores keep them. */
function written(messages: readonly BaseMessage[]): readonly Json[] {
  return messages.map((message) => JSON.parse(JSON.stringify(message.toDict())) as Json);
}

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Conversations as LangChain keeps them. */
export const samples: AdapterSamples = {
  text: written([
    new SystemMessage("Answer in few words."),
    new HumanMessage({ content: "What is it?", name: "ada", id: "question-1" }),
    new AIMessage({
      content: "It is a test.",
      id: "answer-1",
      response_metadata: { model_name: "any", finish_reason: "stop" },
      usage_metadata: { input_tokens: 12, output_tokens: 5, total_tokens: 17 },
    } as object),
  ]),
  parallelCalls: written([
    new HumanMessage("Read both."),
    new AIMessage({
      content: "",
      tool_calls: [
        { type: "tool_call", id: "a", name: "read", args: { path: "a.ts" } },
        { type: "tool_call", id: "b", name: "read", args: { path: "b.ts" } },
      ],
    }),
    new ToolMessage({ content: "one", tool_call_id: "a", name: "read", artifact: { lines: 1 } }),
    new ToolMessage({ content: "two", tool_call_id: "b", name: "read", status: "error" }),
  ]),
  files: written([
    new HumanMessage({
      content: [
        { type: "text", text: "What is this?" },
        { type: "image_url", image_url: { url: "https://example.com/a.png", detail: "low" } },
        { type: "image", source_type: "base64", mime_type: "image/png", data: PIXEL },
      ],
    }),
  ]),
  reasoning: written([
    new AIMessage({
      content: [
        { type: "thinking", thinking: "Well, that is a long story.", signature: "c2lnbmVk" },
        { type: "redacted_thinking", data: "aGlkZGVu" },
        { type: "text", text: "It is." },
      ],
    }),
    new AIMessage({
      content: "It is.",
      additional_kwargs: {
        reasoning: { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "c2VjcmV0" },
      },
    }),
  ]),
  unknown: written([
    new HumanMessage({
      content: [{ type: "hologram", shape: { sides: [1, 2] } }],
      additional_kwargs: { mood: "curious", depth: { of: [3] } },
    }),
    new AIMessage({ content: "So?", response_metadata: { weather: "rain" } }),
  ]),
};

/** To Cutpoint and back, through all that a store does to a message. */
export function roundTrip(messages: readonly Json[]): readonly Json[] {
  const own = mapStoredMessagesToChatMessages([...messages] as object[] as StoredMessage[]);
  return written(
    own.map((message) =>
      toLangChainMessage(parseMessage(JSON.parse(JSON.stringify(fromLangChainMessage(message))))),
    ),
  );
}
