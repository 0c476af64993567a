import { addAiSdkMessages } from "./ai-sdk.ts";
import { createAmpReader, splitThread } from "./amp.ts";
import { addAnthropicMessages } from "./anthropic-messages.ts";
import { createClaudeCodeReader } from "./claude-code/reader.ts";
import { createCodexReader } from "./codex/reader.ts";
import { createCopilotReader } from "./copilot-cli.ts";
import { createCutpointReader, entriesIn } from "./cutpoint-log.ts";
import { has, type JsonRecord, recordIn, recordsIn, textIn } from "./fields.ts";
import { createGeminiReader, splitRecording } from "./gemini-cli.ts";
import { createGooseReader, splitSession } from "./goose.ts";
import { addLangChainMessages } from "./langchain.ts";
import { messagesIn } from "./messages-in.ts";
import { addChatMessages, addResponseItems, isResponseItem } from "./openai-arrays.ts";
import { createOpencodeReader, splitExport } from "./opencode.ts";
import { createPiReader } from "./pi.ts";
import { createQwenReader } from "./qwen-code.ts";
import type { Format } from "./reader.ts";
import { createSingleThreadReader } from "./single-thread.ts";

/** Files of tools. */
export const SESSIONS: readonly Format[] = [
  {
    name: "qwen-code",
    hasMark: (record) => isLineOfTree(record) && isGeminiLine(record),
    createReader: createQwenReader,
  },
  {
    name: "claude-code",
    hasMark: (record) => isLineOfTree(record) && !isGeminiLine(record),
    createReader: createClaudeCodeReader,
  },
  {
    name: "codex",
    hasMark: (record) =>
      has(record, "payload", "timestamp") &&
      /^(?:session_meta|response_item|event_msg|turn_context|compacted)$/.test(typeOf(record)),
    createReader: createCodexReader,
  },
  {
    name: "pi",
    hasMark: (record) =>
      has(record, "id", "timestamp") &&
      (typeOf(record) === "session" ? has(record, "cwd") : isPiAnswer(recordIn(record, "message"))),
    createReader: createPiReader,
  },
  {
    name: "gemini-cli",
    hasMark: (record) =>
      has(record, "sessionId", "projectHash") ||
      (typeOf(record) === "gemini" && has(record, "id", "content")),
    createReader: createGeminiReader,
    split: splitRecording,
  },
  {
    name: "copilot-cli",
    hasMark: (record) =>
      has(record, "data") &&
      (typeOf(record) === "session.start" ||
        (has(record, "id", "timestamp") &&
          /^(?:assistant|system|tool|user)\.[a-z_]+$/.test(typeOf(record)))),
    createReader: createCopilotReader,
  },
  {
    name: "opencode",
    hasMark: (record) =>
      begins(recordIn(record, "info"), "id", "ses_") ||
      (begins(recordIn(record, "info"), "sessionID", "ses_") && has(record, "parts")) ||
      (begins(record, "id", "ses_") && has(record, "directory")),
    createReader: createOpencodeReader,
    split: splitExport,
  },
  {
    name: "amp",
    hasMark: (record) =>
      (begins(record, "id", "T-") && Array.isArray(record["messages"])) ||
      (has(record, "messageId", "role") && Array.isArray(record["content"])),
    createReader: createAmpReader,
    split: splitThread,
  },
  {
    name: "goose",
    hasMark: (record) =>
      has(record, "working_dir", "message_count") ||
      has(record, "working_dir", "conversation") ||
      (typeof record["created"] === "number" && hasBlock(record, /./u)),
    createReader: createGooseReader,
    split: splitSession,
  },
  {
    name: "cutpoint",
    hasMark: (record) =>
      record["format"] === "cutpoint-log" ||
      (has(record, "id", "type") && typeof record["at"] === "number" && "parentId" in record),
    createReader: createCutpointReader,
    split: entriesIn,
  },
];

type ListFormat = Format & {
  /** Whether a list of this format can contain the record. */
  readonly fits: (record: JsonRecord) => boolean;
};

/** Lists of messages, in a document or with one message per line. Most messages must fit. */
export const LISTS: readonly ListFormat[] = [
  list("ai-sdk", addAiSdkMessages, {
    hasMark: (record) =>
      has(record, "role") &&
      (recordsIn(record["parts"]).some((part) => has(part, "type")) ||
        has(record, "toolInvocations") ||
        hasBlock(record, /^tool-(?:call|result)$/)),
    fits: (record) => hasRole(record) && (has(record, "content") || has(record, "parts")),
  }),
  list("langchain", addLangChainMessages, {
    hasMark: isLangChainMessage,
    fits: isLangChainMessage,
  }),
  list("openai-agents", addResponseItems, {
    hasMark: (record) => has(record, "callId", "type"),
    fits: isResponseItem,
  }),
  list("anthropic-messages", addAnthropicMessages, {
    hasMark: (record) =>
      (has(record, "role") && typeof record["ts"] === "number") ||
      hasBlock(record, ANTHROPIC_BLOCK),
    fits: isAnthropicMessage,
  }),
  list("openai-responses", addResponseItems, {
    hasMark: (record) =>
      (!has(record, "role") && isResponseItem(record)) ||
      hasBlock(record, /^(?:input_text|output_text|input_image)$/),
    fits: isResponseItem,
  }),
  list("openai-chat", addChatMessages, { hasMark: isChatMessage, fits: isChatMessage }),
];

const ANTHROPIC_BLOCK =
  /^(?:tool_use|tool_result|thinking|redacted_thinking|image|document|server_tool_use|compaction)$/;

const CHAT_BLOCK = /^(?:text|image_url|input_audio|file|refusal|input_text|output_text|thinking)$/;

function list(
  name: Format["name"],
  createAdd: Parameters<typeof createSingleThreadReader>[2],
  marks: Pick<ListFormat, "hasMark" | "fits">,
): ListFormat {
  const createReader: Format["createReader"] = (problems) =>
    createSingleThreadReader(problems, { format: name }, createAdd);
  return { name, ...marks, split: messagesIn, createReader };
}

function begins(record: JsonRecord, key: string, prefix: string): boolean {
  return (textIn(record, key) ?? "").startsWith(prefix);
}

function typeOf(record: JsonRecord): string {
  return textIn(record, "type") ?? "";
}

function hasBlock(record: JsonRecord, type: RegExp): boolean {
  return (
    has(record, "role") && recordsIn(record["content"]).some((block) => type.test(typeOf(block)))
  );
}

function hasRole(record: JsonRecord): boolean {
  return /^(?:system|developer|user|assistant|tool|function)$/.test(textIn(record, "role") ?? "");
}

function isLineOfTree(record: JsonRecord): boolean {
  return has(record, "uuid", "sessionId", "type") && "parentUuid" in record;
}

/** Qwen Code stores the messages of the Gemini API in lines like those of Claude Code. */
function isGeminiLine(record: JsonRecord): boolean {
  return (
    Array.isArray(recordIn(record, "message")["parts"]) ||
    has(record, "systemPayload") ||
    typeOf(record) === "tool_result"
  );
}

function isPiAnswer(message: JsonRecord): boolean {
  return (
    message["role"] === "toolResult" ||
    (message["role"] === "assistant" && has(message, "provider", "stopReason"))
  );
}

function isLangChainMessage(record: JsonRecord): boolean {
  return (
    has(record, "lc", "kwargs") ||
    (has(recordIn(record, "data"), "content") && has(record, "type") && !has(record, "role"))
  );
}

/** Roo Code adds times, and reasoning of OpenAI. */
function isAnthropicMessage(record: JsonRecord): boolean {
  if (typeOf(record) === "reasoning") return typeof record["ts"] === "number";
  const isRole = /^(?:user|assistant|system)$/.test(textIn(record, "role") ?? "");
  return (
    isRole && has(record, "content") && !has(record, "tool_calls") && !has(record, "toolCalls")
  );
}

function isChatMessage(record: JsonRecord): boolean {
  const { content } = record;
  if (!hasRole(record)) return false;
  if (["tool_calls", "toolCalls", "function_call"].some((key) => has(record, key))) return true;
  return (
    typeof content === "string" ||
    (Array.isArray(content) && (content.length === 0 || hasBlock(record, CHAT_BLOCK)))
  );
}
