import type { FilePart, Message, OtherPart, Part, Provenance, TextPart } from "@cutpoint/core";
import {
  AIMessage,
  type BaseMessage,
  ChatMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { answerOf } from "./answer.ts";
import { contentParts } from "./content-parts.ts";

/** Facts that a single message does not contain. */
export type ConversionContext = {
  /** The model that will answer next. It replaces a reported name that only adds a date to it. */
  readonly model?: string | undefined;
  /** Returns the name of the tool that a call id belongs to. */
  readonly toolName?: ((callId: string) => string | undefined) | undefined;
};

/** Values of `lc_source` by provenance. LangChain's own summaries have the first one. */
export const SOURCES = { summary: "summarization", synthetic: "host" } as const;

/** Converts a LangChain message without adapter metadata, for plans and summaries. */
export function projectionOf(message: BaseMessage, context: ConversionContext = {}): Message {
  if (AIMessage.isInstance(message)) return answerOf(message, context.model);
  const parts = contentParts(message.content);
  if (ToolMessage.isInstance(message)) return resultOf(message, parts, context);
  if (SystemMessage.isInstance(message)) return { role: "system", parts: parts.flatMap(textOnly) };
  if (ChatMessage.isInstance(message)) return byRole(message.role, parts);
  return {
    role: "user",
    provenance: message.getType() === "human" ? provenanceOf(message) : "synthetic",
    ...(message.name === undefined || message.name === "" ? {} : { name: message.name }),
    parts: parts.map(userPart),
  };
}

function resultOf(
  { tool_call_id, name, status }: ToolMessage,
  parts: readonly Part[],
  { toolName }: ConversionContext,
): Message {
  return {
    role: "tool",
    callId: tool_call_id === "" ? "unknown" : tool_call_id,
    name: name || toolName?.(tool_call_id) || "tool",
    ...(status === "error" ? { failed: true } : {}),
    parts: parts.map(userPart),
  };
}

function byRole(role: string, parts: readonly Part[]): Message {
  switch (role) {
    case "user":
    case "human":
      return { role: "user", provenance: "user", parts: parts.map(userPart) };
    case "assistant":
    case "ai":
      return { role: "assistant", parts };
    case "system":
    case "developer":
      return { role: "system", parts: parts.flatMap(textOnly) };
    default:
      return { role: "user", provenance: "synthetic", parts: parts.map(userPart) };
  }
}

function provenanceOf({ additional_kwargs }: BaseMessage): Provenance {
  switch (additional_kwargs["lc_source"]) {
    case SOURCES.summary:
      return "summary";
    case SOURCES.synthetic:
      return "synthetic";
    default:
      return "user";
  }
}

function textOnly(part: Part): readonly TextPart[] {
  if (part.type === "text") return [part];
  return part.type === "other" ? [{ type: "text", text: JSON.stringify(part.value) }] : [];
}

function userPart(part: Part): TextPart | FilePart | OtherPart {
  switch (part.type) {
    case "reasoning":
      return { type: "text", text: part.text };
    case "tool-call":
      return { type: "other", kind: "tool-call", value: { ...part } };
    default:
      return part;
  }
}
