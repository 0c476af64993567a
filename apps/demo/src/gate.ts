import { get_encoding } from "tiktoken";
import type { ChatMessage, ChatRequest } from "./chat.ts";

/** What a request takes, in tokens of o200k. */
export type RequestCount = {
  readonly tokens: number;
  readonly toolTokens: number;
  /** One number a message, in order. */
  readonly messageTokens: readonly number[];
};

/** An error in the words of a provider: `status`, `code` and a message that says what was wrong. */
type Refusal = Error & { readonly status: 400; readonly code: string };

/** A strict provider's door: counts each request exactly and lets none pass that a provider would refuse. */
export type Gate = {
  count(request: ChatRequest): RequestCount;
  /** @throws a {@link Refusal} */
  check(request: ChatRequest): RequestCount;
};

const TOKENS_PER_MESSAGE = 4;
const TOKENS_PER_CALL = 4;

/** @param windowTokens the most that a request may take */
export function createGate(windowTokens: number): Gate {
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
    return TOKENS_PER_MESSAGE + tokensOf(message.content ?? "") + sum(callTokens);
  };

  const count = (request: ChatRequest): RequestCount => {
    const counts = request.messages.map(messageTokens);
    const toolTokens = request.tools.length === 0 ? 0 : tokensOf(JSON.stringify(request.tools));
    return { tokens: sum(counts) + toolTokens, toolTokens, messageTokens: counts };
  };

  const check = (request: ChatRequest): RequestCount => {
    requireBeginning(request.messages);
    requirePairs(request.messages);
    const counted = count(request);
    if (counted.tokens > windowTokens)
      throw refusal(
        "context_length_exceeded",
        `This model's maximum context length is ${windowTokens} tokens. However, your messages resulted in ${counted.tokens} tokens. Please reduce the length of the messages.`,
      );
    return counted;
  };

  return { count, check };
}

function requireBeginning(messages: readonly ChatMessage[]): void {
  const first = messages[0];
  if (first === undefined) throw refusal("empty_messages", "messages is empty");
  if (isEmpty(first)) throw refusal("empty_message", "messages[0] has no content");
  const opening = messages.findIndex(({ role }) => role !== "system");
  const message = messages[opening];
  if (message === undefined)
    throw refusal("no_user_message", "there is no message but the system's");
  if (message.role === "tool") return;
  if (message.role !== "user")
    throw refusal(
      "first_not_user",
      `messages[${opening}] is the ${message.role}'s: it should be a user's`,
    );
  if (isEmpty(message)) throw refusal("empty_message", `messages[${opening}] has no content`);
}

function isEmpty(message: ChatMessage): boolean {
  return (message.content ?? "").trim() === "" && !("tool_calls" in message);
}

/** Every call is answered once, by the messages right after its own. */
function requirePairs(messages: readonly ChatMessage[]): void {
  let open = new Set<string>();
  let answered = new Set<string>();
  const everCalled = new Set<string>();
  messages.forEach((message, index) => {
    if (message.role === "tool") {
      const id = message.tool_call_id;
      if (open.delete(id)) answered.add(id);
      else if (answered.has(id))
        throw refusal("duplicate_result", `messages[${index}] answers the call ${id} once more`);
      else if (everCalled.has(id))
        throw refusal("misplaced_result", `messages[${index}] does not follow its call ${id}`);
      else throw refusal("orphan_result", `messages[${index}] answers ${id}, which nobody called`);
      return;
    }
    requireAnswered(open, index);
    const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
    open = new Set(calls.map(({ id }) => id));
    if (open.size < calls.length)
      throw refusal("duplicate_call", `messages[${index}] calls with one id twice`);
    answered = new Set();
    for (const id of open) everCalled.add(id);
  });
  requireAnswered(open, messages.length);
}

function requireAnswered(open: ReadonlySet<string>, index: number): void {
  if (open.size > 0)
    throw refusal(
      "unanswered_call",
      `before messages[${index}], no result answers ${[...open].join(", ")}`,
    );
}

function refusal(code: string, message: string): Refusal {
  return Object.assign(new Error(`400 ${message}`), { status: 400 as const, code });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
