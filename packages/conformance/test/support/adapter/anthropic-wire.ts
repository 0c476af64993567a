import { type Json, type Message, type Part, textOf } from "@cutpoint/core";

type Block = { readonly type: string; readonly [field: string]: Json };
type Turn = { readonly role: "user" | "assistant"; readonly content: readonly Block[] };

/** Converts messages to turns of Anthropic's API, which merges neighbors with the same role. */
export function toTurns(messages: readonly Message[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const content = blocksOf(message);
    if (message.role === "system" || content.length === 0) continue;
    const role = message.role === "assistant" ? "assistant" : "user";
    const last = turns.at(-1);
    if (last?.role === role)
      turns[turns.length - 1] = { role, content: [...last.content, ...content] };
    else turns.push({ role, content });
  }
  return turns;
}

function blocksOf(message: Message): readonly Block[] {
  const parts: readonly Part[] = message.parts;
  if (message.role !== "tool") return parts.flatMap(blockOf);
  const content = textOf(message);
  return [{ type: "tool_result", tool_use_id: message.callId, content }];
}

function blockOf(part: Part): readonly Block[] {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
    case "reasoning":
      return [{ type: "thinking", thinking: part.text, signature: part.signature ?? "" }];
    case "tool-call": {
      const input = JSON.parse(part.arguments) as Json;
      return [{ type: "tool_use", id: part.callId, name: part.name, input }];
    }
    case "file": {
      const [, media_type = "image/png", data = ""] =
        /^data:([^;]+);base64,(.*)$/.exec(part.url) ?? [];
      return [{ type: "image", source: { type: "base64", media_type, data } }];
    }
    case "other":
      return [];
  }
}

/** Converts an answer of Anthropic's API to a message. */
export function fromAnswer(content: readonly Readonly<Record<string, unknown>>[]): Message {
  return {
    role: "assistant",
    parts: content.map((block): Part => {
      if (block["type"] === "thinking")
        return {
          type: "reasoning",
          text: String(block["thinking"]),
          signature: String(block["signature"]),
        };
      if (block["type"] === "tool_use")
        return {
          type: "tool-call",
          callId: String(block["id"]),
          name: String(block["name"]),
          arguments: JSON.stringify(block["input"]),
        };
      return { type: "text", text: String(block["text"]) };
    }),
  };
}
