import type { FilePart, OtherPart, ReasoningPart, TextPart, ToolCallPart } from "@cutpoint/core";
import { defined, type JsonRecord, jsonText, jsonValue, nameIn } from "./fields.ts";

/** Parts of messages that are not from the model. */
export type ContentPart = TextPart | FilePart | OtherPart;

/** Returns a text as parts. An empty text creates no part. */
export function textParts(text: string | undefined): readonly TextPart[] {
  return text === undefined || text === "" ? [] : [{ type: "text", text }];
}

export function filePart(mediaType: string, url: string, name?: string): FilePart {
  return defined({ type: "file" as const, mediaType, url, name });
}

/** Keeps a part of a kind that Cutpoint does not know. */
export function otherPart(part: JsonRecord): OtherPart {
  return { type: "other", kind: nameIn(part, "type") ?? "unknown", value: jsonValue(part) };
}

export function reasoningPart(text: string | undefined, signature?: string): ReasoningPart {
  return defined({ type: "reasoning" as const, text: text ?? "", signature });
}

/** Returns a tool call. A missing id or name becomes `unknown`. */
export function toolCallPart(
  callId: string | undefined,
  name: string | undefined,
  input: unknown,
): ToolCallPart {
  return {
    type: "tool-call",
    callId: callId || "unknown",
    name: name || "unknown",
    arguments: jsonText(input),
  };
}
