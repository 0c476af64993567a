import type { Message, TokenUsage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { answerParts } from "./anthropic-blocks.ts";
import { toolCallPart } from "./content-parts.ts";
import {
  defined,
  type JsonRecord,
  countIn,
  recordIn,
  recordsIn,
  nameIn,
  textIn,
} from "./fields.ts";
import type { RecordUse } from "./ledger.ts";
import { fromUser, resultMessage, unknownMessage } from "./messages.ts";
import { contentParts } from "./openai-content.ts";
import type { ThreadBuilder } from "./thread-builder.ts";

/** Adds stored or serialized messages of LangChain. */
export function addLangChainMessages(thread: ThreadBuilder): (message: JsonRecord) => RecordUse {
  return (message) => {
    const fields =
      message["lc"] === undefined ? recordIn(message, "data") : recordIn(message, "kwargs");
    const type = typeOf(message);
    const id = textIn(fields, "id");
    if (type === "" || Object.keys(fields).length === 0) return "unknown-type";
    if (type === "remove") thread.abandon(id === undefined ? [] : [id]);
    else thread.add(toMessage(type, fields, thread), { id });
    return "used";
  };
}

/** The serialized form names the class: `AIMessage`, `HumanMessageChunk`. */
function typeOf(message: JsonRecord): string {
  if (message["lc"] === undefined) return textIn(message, "type") ?? "";
  const path: unknown = message["id"];
  const name: unknown = Array.isArray(path) ? path.at(-1) : "";
  return String(name)
    .replace(/Message(?:Chunk)?$/, "")
    .toLowerCase();
}

function toMessage(type: string, fields: JsonRecord, thread: ThreadBuilder): Message {
  const { content } = fields;
  switch (type) {
    case "human":
      return fromUser("user", contentParts(content));
    case "system":
      return {
        role: "system",
        parts: contentParts(content).filter((part) => part.type === "text"),
      };
    case "tool": {
      const callId = nameIn(fields, "tool_call_id") ?? "unknown";
      const name = nameIn(fields, "name") ?? thread.toolName(callId);
      return resultMessage(callId, name, contentParts(content), fields["status"] === "error");
    }
    case "ai":
      return {
        role: "assistant",
        parts: [
          // Blocks of Anthropic repeat the calls.
          ...answerParts(content).filter(
            (part) => part.type !== "tool-call" && !(part.type === "text" && part.text === ""),
          ),
          ...recordsIn(fields["tool_calls"]).map((call) =>
            toolCallPart(textIn(call, "id"), textIn(call, "name"), call["args"]),
          ),
        ],
        ...defined({
          model: textIn(recordIn(fields, "response_metadata"), "model_name"),
          usage: langChainUsage(fields["usage_metadata"]),
        }),
      };
    default:
      return unknownMessage(type, fields);
  }
}

function langChainUsage(value: unknown): TokenUsage | undefined {
  if (!isRecord(value)) return undefined;
  const details = recordIn(value, "input_token_details");
  return defined({
    inputTokens: countIn(value, "input_tokens") ?? 0,
    outputTokens: countIn(value, "output_tokens") ?? 0,
    cacheReadTokens: countIn(details, "cache_read"),
    cacheWriteTokens: countIn(details, "cache_creation"),
  });
}
