import {
  type Message,
  type Part,
  syntheticMessage,
  type ToolCallPart,
  toolMessage,
  type ToolMessage,
  withParts,
} from "../message/message.ts";
import { isSigned } from "./valid-thinking.ts";

/** The placeholder for a result that was not recorded. */
export const MISSING_RESULT_TEXT = "[No result was recorded for this tool call.]";

/** The message before an assistant message at the start of a conversation, which some providers reject. */
export const OPENING: Message = syntheticMessage("[The conversation begins with the assistant.]");

/** Whether a message is sent: it is not a failed answer and has more than blank text. */
export function isSendable(message: Message): boolean {
  if (message.role === "tool") return true;
  if (message.role === "assistant" && message.finishReason === "error") return false;
  const parts: readonly Part[] = message.parts;
  return !parts.every(isBlank);
}

export function isBlank(part: Part): boolean {
  return part.type === "text" && part.text.trim() === "";
}

export function missingResult(call: ToolCallPart): ToolMessage {
  return toolMessage(call, MISSING_RESULT_TEXT, true);
}

/** Whether a message has reasoning but no answer, so that it cannot be sent alone. */
export function isReasoningOnly(message: Message): boolean {
  return (
    message.role === "assistant" &&
    message.parts.some((part) => part.type === "reasoning") &&
    message.parts.every((part) => part.type === "reasoning" || isBlank(part))
  );
}

/** Removes signed reasoning at the end of an answer, which providers reject. Returns the same message if there is none. */
export function withoutLastReasoning(message: Message): Message {
  const parts: readonly Part[] = message.parts;
  if (!parts.some(isSigned)) return message;
  const end = parts.findLastIndex((part) => part.type !== "reasoning" && !isBlank(part)) + 1;
  return parts.slice(end).some(isSigned) ? withParts(message, parts.slice(0, end)) : message;
}

/** Replaces lone surrogates, which providers reject. Returns the same message if there are none. */
export function wellFormed(message: Message): Message {
  const parts: readonly Part[] = message.parts;
  if (parts.every((part) => wellFormedPart(part) === part)) return message;
  return { ...message, parts: parts.map(wellFormedPart) } as Message;
}

function wellFormedPart(part: Part): Part {
  if (part.type === "text" || part.type === "reasoning")
    return part.text.isWellFormed() ? part : { ...part, text: part.text.toWellFormed() };
  if (part.type === "tool-call" && !part.arguments.isWellFormed())
    return { ...part, arguments: part.arguments.toWellFormed() };
  if (part.type === "file" && part.name?.isWellFormed() === false)
    return { ...part, name: part.name.toWellFormed() };
  return part;
}
