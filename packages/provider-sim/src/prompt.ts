import type { Message, TokenEstimator } from "@cutpoint/core";

/** What a request puts before the model, in no vendor's words. */
export type Prompt = {
  readonly model: string;
  readonly streamed: boolean;
  /** System texts first, then the conversation; each tool result is a message of its own. */
  readonly messages: readonly Message[];
  /** The tool definitions as JSON; empty without tools. */
  readonly tools: string;
  /** The most that the answer may take; `null` where the request does not say. */
  readonly outputTokens: number | null;
  /** Reasoning that was sent and is not put before the model: by path at Anthropic, by id at OpenAI. */
  readonly withheldReasoning: readonly string[];
  /** Where the request asks for its beginning to be kept; OpenAI's need not ask. */
  readonly cachePoints: "automatic" | readonly CachePoint[];
};

/** The end of a beginning that is to be kept: of so many segments, for so many ms after it was last read. */
export type CachePoint = { readonly segments: number; readonly ttlMs: number };

/** A piece of a prompt, as JSON. */
type Segment = { readonly text: string; readonly tokens: number };

/** A prompt with what it takes, in tokens. */
export type CountedPrompt = {
  readonly prompt: Prompt;
  /** One for the tools, then one for each message. */
  readonly segments: readonly Segment[];
  readonly tokens: number;
};

/** @param before what it has in common with this one, message for message, is not counted again */
export function countPrompt(
  prompt: Prompt,
  estimator: TokenEstimator,
  before: CountedPrompt | null,
): CountedPrompt {
  const counted = (place: number, text: string, count: () => number): Segment => {
    const known = before?.segments[place];
    return known?.text === text ? known : { text, tokens: count() };
  };
  const segments = [
    counted(0, prompt.tools, () => estimator.estimateText(prompt.tools)),
    ...prompt.messages.map((message, index) =>
      counted(index + 1, JSON.stringify(message), () => estimator.estimate(message)),
    ),
  ];
  return { prompt, segments, tokens: segments.reduce((sum, { tokens }) => sum + tokens, 0) };
}

/** Tokens of the longest common prefix, in whole messages; 0 where another model answered before. */
export function commonPrefixTokens(before: CountedPrompt | null, now: CountedPrompt): number {
  if (before === null || before.prompt.model !== now.prompt.model) return 0;
  let tokens = 0;
  for (const [index, segment] of now.segments.entries()) {
    if (segment.text !== before.segments[index]?.text) break;
    tokens += segment.tokens;
  }
  return tokens;
}

/**
 * What a server like Ollama makes of a prompt that does not fit: the oldest messages are left out, without a word to
 * the client. System messages and the newest message stay, even where they alone are too many.
 */
export function truncatePrompt(counted: CountedPrompt, windowTokens: number): CountedPrompt {
  const { prompt } = counted;
  const newest = prompt.messages.length - 1;
  let { tokens } = counted;
  const kept = prompt.messages.map((message, index) => {
    if (tokens <= windowTokens || message.role === "system" || index === newest) return true;
    tokens -= counted.segments[index + 1]?.tokens ?? 0;
    return false;
  });
  return {
    prompt: { ...prompt, messages: prompt.messages.filter((_, index) => kept[index]) },
    segments: counted.segments.filter((_, index) => index === 0 || kept[index - 1]),
    tokens: Math.min(tokens, windowTokens),
  };
}
