import { has, type JsonRecord, recordsIn, textIn } from "./fields.ts";

/** A name, and whether only this tool writes such a record. */
type UnreadFormat = readonly [tool: string, hasMark: (record: JsonRecord) => boolean];

/** Tools and services whose files are known but not read. */
export const UNREAD: readonly UnreadFormat[] = [
  ["Grok", ({ prompt_index: index, role }) => typeof index === "number" && role === undefined],
  ["Antigravity", (record) => has(record, "step_index", "source")],
  ["Factory Droid", (record) => is(record, "type", /^session_start$/) && has(record, "id")],
  [
    "Factory Droid",
    (record) => has(record, "toolId", "messageId") || has(record, "session_id", "role", "text"),
  ],
  [
    "Claude Code (stream-json)",
    (record) =>
      has(record, "session_id") && is(record, "type", /^(?:system|user|assistant|result)$/),
  ],
  ["Claude (export)", (record) => has(record, "uuid", "chat_messages")],
  ["ChatGPT (export)", (record) => has(record, "mapping", "current_node")],
  [
    "Codex (exec --json)",
    (record) => is(record, "type", /^(?:thread\.started|item\.\w+|turn\.\w+)$/),
  ],
  ["Cursor", (record) => has(record, "role", "message") && !has(record, "content", "type")],
  [
    "Continue",
    (record) => recordsIn(record["history"]).some((each) => has(each, "message", "contextItems")),
  ],
  ["Kiro", (record) => has(record, "conversation_id", "history")],
  [
    "Kimi",
    (record) =>
      is(record, "type", /^(?:context|turn|content|tool)\.\w+$/) || is(record, "role", /^_/),
  ],
  ["VS Code Chat", (record) => has(record, "requests", "responderUsername")],
  [
    "LibreChat",
    (record) =>
      has(record, "conversationId", "isCreatedByUser") ||
      (has(record, "conversationId") &&
        recordsIn(record["messages"]).some((each) => "isCreatedByUser" in each)),
  ],
  [
    "OpenHands",
    (record) =>
      has(record, "source", "timestamp") &&
      (is(record, "kind", /(?:Event|Observation|Condensation)$/) ||
        has(record, "action") ||
        has(record, "observation")),
  ],
  [
    "Zed",
    (record) =>
      recordsIn(record["messages"]).some((each) => has(each, "User") || has(each, "Agent")),
  ],
  ["LangSmith (run)", (record) => has(record, "run_type", "inputs")],
  ["ATIF", (record) => is(record, "schema_version", /^ATIF-/)],
  [
    "OpenTelemetry",
    (record) => has(record, "resourceSpans") || has(record, "gen_ai.input.messages"),
  ],
  ["Assistants API", (record) => is(record, "object", /^thread\./)],
  [
    "Bedrock Converse",
    (record) =>
      has(record, "role") &&
      recordsIn(record["content"]).some(
        (block) => has(block, "toolUse") || has(block, "toolResult"),
      ),
  ],
  [
    "Gemini API",
    (record) =>
      is(record, "role", /^(?:user|model|function)$/) &&
      recordsIn(record["parts"]).some((part) => !has(part, "type")),
  ],
];

function is(record: JsonRecord, key: string, value: RegExp): boolean {
  return value.test(textIn(record, key) ?? "");
}
