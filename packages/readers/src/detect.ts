import { type JsonRecord, recordIn, recordsIn, textIn } from "./fields.ts";
import type { FormatName } from "./imported-session.ts";

/** What a record of a format contains. The first sign that any record has applies. */
type Sign = readonly [FormatName, (record: JsonRecord) => boolean];

/** Files with one record per line. */
const LINE_SIGNS: readonly Sign[] = [
  ["claude-code", (record) => has(record, "uuid", "sessionId") && "parentUuid" in record],
  ["codex", (record) => record["type"] === "session_meta" && has(record, "payload", "timestamp")],
  ["pi", (record) => record["type"] === "session" && has(record, "id", "timestamp")],
  ["gemini-cli", (record) => has(record, "sessionId", "projectHash")],
  ["copilot-cli", (record) => record["type"] === "session.start" && has(record, "data")],
  ["opencode", (record) => (textIn(recordIn(record, "info"), "id") ?? "").startsWith("ses_")],
  ["cutpoint", (record) => record["format"] === "cutpoint-log"],
  ["cutpoint", (record) => has(record, "id", "type", "at") && "parentId" in record],
];

/** Elements of an array, or of lines with one message each. */
const ELEMENT_SIGNS: readonly Sign[] = [
  ["ai-sdk", (record) => has(record, "role") && Array.isArray(record["parts"])],
  ["ai-sdk", (record) => has(record, "role", "toolInvocations")],
  ["ai-sdk", (record) => hasBlock(record, /^tool-(?:call|result)$/)],
  ["langchain", (record) => has(record, "lc", "kwargs")],
  ["langchain", (record) => has(record, "data", "type") && !has(record, "role")],
  ["openai-agents", (record) => has(record, "callId", "type")],
  [
    "openai-responses",
    (record) => has(record, "type") && RESPONSE_ITEM.test(String(record["type"])),
  ],
  ["openai-responses", (record) => hasBlock(record, /^(?:input_text|output_text|input_image)$/)],
  ["openai-chat", (record) => has(record, "tool_calls") || record["role"] === "tool"],
  ["openai-chat", (record) => record["role"] === "developer" || hasBlock(record, /^image_url$/)],
  ["anthropic-messages", (record) => hasBlock(record, ANTHROPIC_BLOCK)],
];

const RESPONSE_ITEM =
  /^(?:reasoning|function_call|function_call_output|custom_tool_call|.*_call|.*_call_output|compaction|item_reference|mcp_list_tools)$/;

const ANTHROPIC_BLOCK =
  /^(?:tool_use|tool_result|thinking|redacted_thinking|image|document|server_tool_use|compaction)$/;

/** Returns the format of a file with one record per line; `null` if it is unknown. */
export function detectLineFormat(records: readonly JsonRecord[]): FormatName | null {
  return firstMatch(records, LINE_SIGNS);
}

/** Returns the format of a list of messages. Plain texts are taken for Chat Completions. */
export function detectElementFormat(records: readonly JsonRecord[]): FormatName | null {
  const found = firstMatch(records, ELEMENT_SIGNS);
  if (found !== null) return found;
  return records.some((record) => has(record, "role", "content")) ? "openai-chat" : null;
}

function firstMatch(records: readonly JsonRecord[], signs: readonly Sign[]): FormatName | null {
  return signs.find(([, fits]) => records.some(fits))?.[0] ?? null;
}

function has(record: JsonRecord, ...keys: readonly string[]): boolean {
  return keys.every((key) => record[key] !== undefined && record[key] !== null);
}

function hasBlock(record: JsonRecord, type: RegExp): boolean {
  return (
    has(record, "role") &&
    recordsIn(record["content"]).some((block) => type.test(textIn(block, "type") ?? ""))
  );
}
