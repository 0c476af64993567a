import { type Message, type Part, textOf } from "@cutpoint/core";
import {
  anthropicCodec,
  type ChatMessage,
  responsesCodec,
  toChatMessage,
} from "@cutpoint/host-kit/http";
import type { FormatName } from "@cutpoint/readers";

/** The values of `--format`. */
export const PROVIDER_FORMATS = ["chat", "responses", "anthropic"] as const;

export type ProviderFormat = (typeof PROVIDER_FORMATS)[number];

const ANTHROPIC: readonly FormatName[] = ["anthropic-messages", "claude-code"];
const OPENAI: readonly FormatName[] = ["codex", "openai-agents", "openai-responses"];

/** Converts messages for a provider. Signed reasoning of another provider is left out. */
export function toProvider(
  messages: readonly Message[],
  format: ProviderFormat,
  source: FormatName,
): unknown {
  switch (format) {
    case "chat":
      return messages.map((message) => toChatMessage(message)).filter(hasContent);
    case "responses": {
      const readable = readableBy(messages, OPENAI.includes(source));
      return responsesCodec.join(readable.map((message) => responsesCodec.fromMessage(message)));
    }
    case "anthropic":
      return anthropicBody(readableBy(messages, ANTHROPIC.includes(source)));
  }
}

/** Whether a message has text, files or calls. Chat Completions rejects a question or an answer without them. */
function hasContent({ content, role, tool_calls: calls }: ChatMessage): boolean {
  return (
    (role !== "user" && role !== "assistant") || calls !== undefined || Boolean(content?.length)
  );
}

/** Leaves out the parts that a provider rejects, and messages that have no other parts. */
function readableBy(messages: readonly Message[], isSource: boolean): readonly Message[] {
  return messages.flatMap((message) => {
    const parts: readonly Part[] = message.parts;
    const kept = parts.filter((part) => isReadable(part, isSource));
    if (kept.length === 0 && message.role !== "tool") return [];
    return [{ ...message, parts: kept } as Message];
  });
}

/** Only the provider of a signature accepts it. */
function isReadable(part: Part, isSource: boolean): boolean {
  const { type } = part;
  if (type === "reasoning") return isSource && part.signature !== undefined;
  if (type === "other") return isSource && part.kind === "redacted_thinking";
  return type !== "text" || part.text.trim() !== "";
}

/** Moves the system text out of the messages, and joins adjacent messages of one role. */
function anthropicBody(messages: readonly Message[]): object {
  const system = messages.filter(({ role }) => role === "system").map(textOf);
  const units = messages
    .filter(({ role }) => role !== "system")
    .map((message) => ({ ...anthropicCodec.fromMessage(message), continues: true }));
  return {
    ...(system.length === 0 ? {} : { system: system.join("\n\n") }),
    messages: anthropicCodec.join(units),
  };
}
