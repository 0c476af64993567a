import {
  type Message,
  type Part,
  syntheticMessage,
  type ToolCallPart,
  toolMessage,
  type ToolMessage,
} from "../message/message.ts";

/** Stands in for a result that was never recorded. */
export const MISSING_RESULT_TEXT = "[No result was recorded for this tool call.]";

/** Stands before an assistant's message that would otherwise open the conversation, which some providers refuse. */
export const OPENING_TEXT = "[The conversation begins with the assistant.]";

/** See {@link OPENING_TEXT}. */
export const OPENING: Message = syntheticMessage(OPENING_TEXT);

/** Whether a message says anything that a provider accepts: no failed answer, and not blank text alone. */
export function isSendable(message: Message): boolean {
  if (message.role === "tool") return true;
  if (message.role === "assistant" && message.finishReason === "error") return false;
  const parts: readonly Part[] = message.parts;
  return parts.some((part) => part.type !== "text" || part.text.trim() !== "");
}

/** What stands in for the result of a call that has none. */
export function missingResult({ callId, name }: ToolCallPart): ToolMessage {
  return toolMessage({ callId, name }, MISSING_RESULT_TEXT, true);
}

/** Whether a message holds reasoning and nothing that it led to: it may not stand without its successor. */
export function isReasoningOnly(message: Message): boolean {
  return (
    message.role === "assistant" &&
    message.parts.some((part) => part.type === "reasoning") &&
    message.parts.every(
      (part) => part.type === "reasoning" || (part.type === "text" && part.text.trim() === ""),
    )
  );
}

/** A message without lone surrogates, which no provider accepts; the same object where there are none. */
export function wellFormed(message: Message): Message {
  const parts: readonly Part[] = message.parts;
  if (parts.every(isWellFormed)) return message;
  return { ...message, parts: parts.map(repaired) } as Message;
}

function isWellFormed(part: Part): boolean {
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text.isWellFormed();
    case "tool-call":
      return part.arguments.isWellFormed();
    default:
      return true;
  }
}

function repaired(part: Part): Part {
  switch (part.type) {
    case "text":
    case "reasoning":
      return { ...part, text: part.text.toWellFormed() };
    case "tool-call":
      return { ...part, arguments: part.arguments.toWellFormed() };
    default:
      return part;
  }
}
