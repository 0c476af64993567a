import type { Json } from "../message/json.ts";
import type { FilePart, Message, Part } from "../message/message.ts";
import { fileTokens } from "./file-tokens.ts";

/** The frame of a message: role and separators, as in OpenAI's chat format. */
const MESSAGE_TOKENS = 4;
/** The frame of a tool call, or the reference of a result to its call. */
const CALL_TOKENS = 4;
/** A signature is base64 of about 4 bytes a token: 4 characters for 3 bytes. */
const SIGNATURE_CHARACTERS_PER_TOKEN = 16 / 3;
/** For a value that is nested too deeply for JSON. */
const UNREADABLE_TOKENS = 1_000;

export type MessageCounting = {
  readonly text: (text: string) => number;
  /** Default: {@link fileTokens}, also for results that are negative or not finite. */
  readonly file?: (part: FilePart) => number;
};

/**
 * Returns the tokens of a message: 4 for the frame; text and reasoning; a reasoning signature at 4 bytes a token; 4, the
 * name and the arguments for each call; 4 for a result; files by their rule; other parts as JSON.
 */
export function messageTokens(message: Message, counting: MessageCounting): number {
  let tokens = MESSAGE_TOKENS;
  if (message.role === "tool") tokens += CALL_TOKENS;
  for (const part of message.parts) tokens += partTokens(part, counting);
  return tokens;
}

function partTokens(part: Part, counting: MessageCounting): number {
  if (part.type === "text") return counting.text(part.text);
  if (part.type === "reasoning") return counting.text(part.text) + signatureTokens(part.signature);
  if (part.type === "tool-call")
    return CALL_TOKENS + counting.text(part.name) + counting.text(part.arguments);
  return part.type === "file" ? countedFile(part, counting) : jsonTokens(part.value, counting);
}

function signatureTokens(signature: string | undefined): number {
  return signature === undefined ? 0 : Math.ceil(signature.length / SIGNATURE_CHARACTERS_PER_TOKEN);
}

function countedFile(part: FilePart, counting: MessageCounting): number {
  const tokens = counting.file?.(part) ?? Number.NaN;
  return Number.isFinite(tokens) && tokens >= 0 ? Math.max(1, tokens) : fileTokens(part);
}

function jsonTokens(value: Json, counting: MessageCounting): number {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    return UNREADABLE_TOKENS;
  }
  return counting.text(text);
}
