import type { Message, Part } from "@cutpoint/core";
import { base64Of } from "./files.ts";

type ResponseItem = Readonly<Record<string, unknown>>;

/** Converts messages to input items of the Responses API. */
export function toResponseItems(
  messages: readonly Message[],
  keepsSignatures: boolean,
): readonly ResponseItem[] {
  return messages.flatMap((message) => itemsOf(message, keepsSignatures));
}

function itemsOf(message: Message, keepsSignatures: boolean): readonly ResponseItem[] {
  const parts: readonly Part[] = message.parts;
  if (message.role === "tool")
    return [
      {
        type: "function_call_output",
        call_id: message.callId,
        output: parts.flatMap((part) => contentOf(part, "input_text")),
      },
    ];
  if (message.role !== "assistant")
    return contentMessage(
      message.role,
      parts.flatMap((part) => contentOf(part, "input_text")),
    );
  return parts.flatMap((part) => {
    if (part.type === "tool-call")
      return [
        { type: "function_call", call_id: part.callId, name: part.name, arguments: part.arguments },
      ];
    if (part.type === "reasoning") return keepsSignatures ? reasoningItem(part) : [];
    return contentMessage("assistant", contentOf(part, "output_text"));
  });
}

function contentMessage(role: string, content: readonly object[]): readonly ResponseItem[] {
  return content.length === 0 ? [] : [{ type: "message", role, content }];
}

function reasoningItem(part: Extract<Part, { type: "reasoning" }>): readonly ResponseItem[] {
  if (part.signature === undefined) return [];
  const summary = part.text === "" ? [] : [{ type: "summary_text", text: part.text }];
  return [{ type: "reasoning", summary, encrypted_content: part.signature }];
}

function contentOf(part: Part, textType: "input_text" | "output_text"): readonly object[] {
  if (part.type === "text") return part.text === "" ? [] : [{ type: textType, text: part.text }];
  if (part.type !== "file") return [];
  if (part.mediaType.startsWith("image/")) return [{ type: "input_image", image_url: part.url }];
  const filename = part.name ?? "file";
  return [
    base64Of(part) === null
      ? { type: "input_file", file_url: part.url }
      : { type: "input_file", filename, file_data: part.url },
  ];
}
