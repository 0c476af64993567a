import { get_encoding } from "tiktoken";
import type { ChatMessage, ChatRequest } from "./chat.ts";

/** The size of a request, in tokens of `o200k_base`. */
export type RequestCount = {
  readonly tokens: number;
  readonly toolTokens: number;
  /** One number per message, in order. */
  readonly messageTokens: readonly number[];
};

/** Counts a request as the provider does, message by message. */
export type CountRequest = (request: ChatRequest) => RequestCount;

const TOKENS_PER_MESSAGE = 4;
/** Tokens of a call without its name and arguments, and of the call id in a result. */
const TOKENS_PER_CALL = 4;

export function createCounter(): CountRequest {
  const encoding = get_encoding("o200k_base");
  const known = new Map<string, number>();
  const tokensOf = (text: string): number => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const tokens = encoding.encode_ordinary(text).length;
    known.set(text, tokens);
    return tokens;
  };

  const messageTokens = (message: ChatMessage): number => {
    const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
    const callTokens = calls.map(
      ({ function: { name, arguments: text } }) =>
        TOKENS_PER_CALL + tokensOf(name) + tokensOf(text),
    );
    const resultTokens = message.role === "tool" ? TOKENS_PER_CALL : 0;
    return TOKENS_PER_MESSAGE + tokensOf(message.content ?? "") + sum(callTokens) + resultTokens;
  };

  return ({ messages, tools }) => {
    const counts = messages.map(messageTokens);
    const toolTokens = tools.length === 0 ? 0 : tokensOf(JSON.stringify(tools));
    return { tokens: sum(counts) + toolTokens, toolTokens, messageTokens: counts };
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
