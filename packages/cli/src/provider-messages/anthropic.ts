import type { Message, Part } from "@cutpoint/core";
import { base64Of } from "./files.ts";

type Block = Readonly<Record<string, unknown>>;
type AnthropicMessage = { readonly role: "user" | "assistant"; readonly content: readonly Block[] };

/** The part of a request body that contains the conversation. */
export type AnthropicBody = {
  readonly system?: string;
  readonly messages: readonly AnthropicMessage[];
};

/** Converts messages for the Messages API. Adjacent user messages and results become one message. */
export function toAnthropic(messages: readonly Message[], keepsSignatures: boolean): AnthropicBody {
  const system = messages.filter(({ role }) => role === "system").flatMap(({ parts }) => parts);
  const text = system.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  const merged: AnthropicMessage[] = [];
  for (const message of messages) {
    if (message.role === "system") continue;
    const role = message.role === "assistant" ? "assistant" : "user";
    const content = blocksOf(message, keepsSignatures);
    if (content.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role === role) merged.splice(-1, 1, { role, content: [...last.content, ...content] });
    else merged.push({ role, content });
  }
  return { ...(text === "" ? {} : { system: text }), messages: merged };
}

function blocksOf(message: Message, keepsSignatures: boolean): readonly Block[] {
  const parts: readonly Part[] = message.parts;
  const content = parts.flatMap((part) => blockOf(part, keepsSignatures));
  if (message.role !== "tool") return content;
  return [
    {
      type: "tool_result",
      tool_use_id: message.callId,
      content,
      ...(message.failed === true ? { is_error: true } : {}),
    },
  ];
}

function blockOf(part: Part, keepsSignatures: boolean): readonly Block[] {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
    case "tool-call":
      return [
        { type: "tool_use", id: part.callId, name: part.name, input: inputOf(part.arguments) },
      ];
    case "reasoning":
      return part.signature === undefined || !keepsSignatures
        ? []
        : [{ type: "thinking", thinking: part.text, signature: part.signature }];
    case "file": {
      const type = part.mediaType.startsWith("image/") ? "image" : "document";
      const data = base64Of(part);
      const source =
        data === null
          ? { type: "url", url: part.url }
          : { type: "base64", media_type: part.mediaType, data };
      return [{ type, source }];
    }
    case "other":
      return keepsSignatures && part.kind === "redacted_thinking" ? [part.value as Block] : [];
  }
}

/** The API accepts objects only. */
function inputOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // A model can write arguments that are not JSON.
  }
  return { input: text };
}
