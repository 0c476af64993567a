import { type AnthropicRequest, blocksOf } from "../wire/anthropic-request.ts";
import { isCompactionRequest } from "./anthropic-compaction.ts";
import type { Rule } from "./rule.ts";

const KNOWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  text: ["type", "text", "citations", "cache_control"],
  image: ["type", "source", "cache_control"],
  thinking: ["type", "thinking", "signature"],
  redacted_thinking: ["type", "data"],
  tool_use: ["type", "id", "name", "input", "cache_control", "caller"],
  tool_result: ["type", "tool_use_id", "content", "is_error", "cache_control"],
};

/** Models that accept the beginning of their answer from the client. */
const TAKES_PREFILL = /^claude-(?:[123]|instant|(?:opus|sonnet|haiku)-4(?:-[015])?(?:-\d{8})?$)/;

/** Rules about roles and text content. */
export const anthropicTextRules: readonly Rule<AnthropicRequest>[] = [
  {
    id: "anthropic/no-messages",
    refuses: "an empty list of messages",
    sources: ["Anthropic API reference: Create a Message"],
    check: ({ messages }) =>
      messages.length > 0 ? null : "messages: at least one message is required",
  },
  {
    id: "anthropic/role",
    refuses: "a role other than `user` and `assistant`",
    sources: ["ianarawjo/ChainForge#271", "anthropics/anthropic-sdk-python#382"],
    check: ({ messages }) => {
      const index = messages.findIndex(({ role }) => role !== "user" && role !== "assistant");
      if (index === -1) return null;
      return messages[index]?.role === "system"
        ? 'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.'
        : `messages.${index}.role: Input should be 'user' or 'assistant'`;
    },
  },
  {
    id: "anthropic/first-message",
    refuses: "a conversation that starts with the assistant",
    sources: ["lobehub/lobehub#1601", "posit-dev/py-shiny#1530"],
    check: ({ messages }) =>
      messages[0]?.role === "assistant" ? 'messages: first message must use the "user" role' : null,
  },
  {
    id: "anthropic/unknown-field",
    refuses: "an unknown field of a message or a block",
    sources: [
      "RooCodeInc/Roo-Code#11429",
      "anthropics/claude-code#4378",
      "langchain-ai/langchain#31208",
    ],
    check: ({ messages }) => {
      const path = messages.flatMap(unknownFields)[0];
      return path === undefined ? null : `${path}: Extra inputs are not permitted`;
    },
  },
  {
    id: "anthropic/empty-message",
    refuses: "a message without content, except a final assistant message",
    sources: ["anthropics/claude-code#6774", "glowingjade/obsidian-smart-composer#156"],
    check: ({ messages }) => {
      const index = messages.findIndex(
        ({ role, content }, position) =>
          content.length === 0 && !(role === "assistant" && position === messages.length - 1),
      );
      return index === -1
        ? null
        : `messages.${index}: all messages must have non-empty content except for the optional final assistant message`;
    },
  },
  {
    id: "anthropic/empty-text",
    refuses: "a text block without text",
    sources: ["anthropics/claude-code#59812", "LibreChat-AI/agents#124"],
    check: ({ messages }) =>
      messages.some((message) => textsOf(message).includes(""))
        ? "messages: text content blocks must be non-empty"
        : null,
  },
  {
    id: "anthropic/blank-text",
    refuses: "a message whose text is only white space",
    sources: ["anthropics/claude-code#23440", "LibreChat-AI/agents#124"],
    check: ({ messages }) =>
      messages.some((message) => {
        const texts = textsOf(message);
        return texts.length > 0 && texts.every((text) => text.trim() === "");
      })
        ? "messages: text content blocks must contain non-whitespace text"
        : null,
  },
  {
    id: "anthropic/prefill",
    refuses: "a conversation that ends with the assistant, since Claude 4.6",
    sources: [
      "agenticloops-ai/agentic-ai-engineering#43",
      "Tarquinen/opencode-dynamic-context-pruning#520",
    ],
    check: (request) =>
      request.messages.at(-1)?.role === "assistant" &&
      !TAKES_PREFILL.test(request.model) &&
      !isCompactionRequest(request) // it continues nothing
        ? "This model does not support assistant message prefill. The conversation must end with a user message."
        : null,
  },
  {
    id: "anthropic/trailing-space",
    refuses: "white space at the end of a final assistant message, before Claude 4.6",
    sources: ["tailcallhq/forgecode#1872"],
    check: ({ messages }) => {
      const last = messages.at(-1);
      const text = last?.role === "assistant" ? (textsOf(last).at(-1) ?? "") : "";
      return /\s$/.test(text)
        ? "messages: final assistant content cannot end with trailing whitespace"
        : null;
    },
  },
];

type Sent = AnthropicRequest["messages"][number];

function textsOf(message: Sent): readonly string[] {
  return blocksOf(message).flatMap(({ type, text }) => (type === "text" ? [text ?? ""] : []));
}

function unknownFields(message: Sent, index: number): readonly string[] {
  const inMessage = Object.keys(message)
    .filter((key) => key !== "role" && key !== "content")
    .map((key) => `messages.${index}.${key}`);
  const inBlocks = blocksOf(message).flatMap((block, position) => {
    const known = KNOWN_KEYS[block.type];
    return Object.keys(block)
      .filter((key) => known?.includes(key) === false)
      .map((key) => `messages.${index}.content.${position}.${block.type}.${key}`);
  });
  return [...inMessage, ...inBlocks];
}
