import type { Json } from "../message/json.ts";
import type { FilePart, Message, Part } from "../message/message.ts";
import { fileTokens } from "./file-tokens.ts";

/** Tokens that frame every message: its role and separators, as OpenAI documents for its chat format. */
const MESSAGE_TOKENS = 4;
/** Tokens that frame a tool call or name the call that a result answers. */
const CALL_TOKENS = 4;
/** What is encrypted is base64: 4 characters for 3 bytes, and about 4 bytes of the hidden text make a token. */
const SIGNATURE_CHARACTERS_PER_TOKEN = 16 / 3;
/** For a value so deeply nested that it cannot be written as JSON. */
const UNREADABLE_TOKENS = 1_000;

/** How the parts of a message are counted. */
export type MessageCounting = {
  readonly text: (text: string) => number;
  /** Default: {@link fileTokens}. What is no finite number of at least 0 is replaced by the default's. */
  readonly file?: (part: FilePart) => number;
};

/**
 * Tokens of a message: 4 for the envelope; its texts and reasoning; a signature reasoning body at 4 bytes a token;
 * for each call 4, the name and the arguments; for a result 4; files by their rule, other parts as JSON.
 */
export function messageTokens(message: Message, counting: MessageCounting): number {
  let tokens = MESSAGE_TOKENS;
  if (message.role === "tool") tokens += CALL_TOKENS;
  for (const part of message.parts) tokens += partTokens(part, counting);
  return tokens;
}

function partTokens(part: Part, counting: MessageCounting): number {
  switch (part.type) {
    case "text":
      return counting.text(part.text);
    case "reasoning":
      return counting.text(part.text) + signatureTokens(part.signature);
    case "tool-call":
      return CALL_TOKENS + counting.text(part.name) + counting.text(part.arguments);
    case "file":
      return countedFile(part, counting);
    default:
      return jsonTokens(part.value, counting);
  }
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
