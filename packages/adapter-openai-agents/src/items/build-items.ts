import type {
  AssistantMessage,
  Message,
  Part,
  ReasoningPart,
  ToolMessage,
  UserMessage,
} from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { inputBlocks } from "./content-parts.ts";
import type { JsonRecord } from "./json.ts";
import { nativeCallItem, nativeResultItem } from "./native-calls.ts";

/** Builds the items of a message from its parts, without its metadata. An answer can have several items. */
export function buildItems(message: Message): readonly JsonRecord[] {
  switch (message.role) {
    case "system":
      return [
        {
          type: "message",
          role: "system",
          content: message.parts.map(({ text }) => text).join("\n\n"),
        },
      ];
    case "user":
      return [userItem(message)];
    case "assistant":
      return answerItems(message);
    case "tool":
      return [resultItem(message)];
  }
}

/** A single text becomes a string, and so do the texts of a summary. Other parts become blocks. */
function userItem({ parts, provenance }: UserMessage): JsonRecord {
  const [first] = parts;
  const originalItem = provenance === "synthetic" && first?.type === "other" ? first.value : null;
  if (isRecord(originalItem)) return originalItem;
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const isPlain = texts.length === parts.length && (parts.length === 1 || provenance === "summary");
  const content = isPlain ? texts.join("\n\n") : inputBlocks(parts);
  return { type: "message", role: "user", content };
}

function answerItems({ parts, finishReason }: AssistantMessage): readonly JsonRecord[] {
  const status = finishReason === undefined || finishReason === "stop" ? "completed" : "incomplete";
  const items: JsonRecord[] = [];
  let blocks: JsonRecord[] = [];
  const flush = (): void => {
    if (blocks.length > 0)
      items.push({ type: "message", role: "assistant", status, content: blocks });
    blocks = [];
  };
  for (const part of parts) {
    if (part.type === "text" || part.type === "file") {
      blocks.push(contentBlock(part));
    } else {
      flush();
      items.push(partItem(part));
    }
  }
  flush();
  return items.length === 0 ? [{ type: "message", role: "assistant", status, content: [] }] : items;
}

function contentBlock(part: Part): JsonRecord {
  if (part.type === "text") return { type: "output_text", text: part.text };
  return { type: "image", image: part.type === "file" ? part.url : "" };
}

function partItem(part: Part): JsonRecord {
  switch (part.type) {
    case "tool-call":
      return (
        nativeCallItem(part) ?? {
          type: "function_call",
          callId: part.callId,
          name: part.name,
          arguments: part.arguments,
        }
      );
    case "reasoning":
      return reasoningItem(part);
    default:
      return part.type === "other" && isRecord(part.value)
        ? part.value
        : { type: "unknown", providerData: { value: part } };
  }
}

function reasoningItem({ text, signature }: ReasoningPart): JsonRecord {
  return {
    type: "reasoning",
    content: text === "" ? [] : [{ type: "input_text", text }],
    ...(signature === undefined ? {} : { providerData: { encrypted_content: signature } }),
  };
}

function resultItem(message: ToolMessage): JsonRecord {
  const native = nativeResultItem(message);
  if (native !== undefined) return native;
  const { callId, name, parts } = message;
  const [first] = parts;
  const isText = parts.length === 1 && first?.type === "text";
  return {
    type: "function_call_result",
    name,
    callId,
    status: "completed",
    output: isText ? { type: "text", text: first.text } : inputBlocks(parts),
  };
}
