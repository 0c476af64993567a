import type { Message, TokenEstimator } from "@cutpoint/core";

/** The prompt of a request, independent of the vendor. */
export type Prompt = {
  readonly model: string;
  readonly streamed: boolean;
  /** System texts first, then the conversation. Each tool result is a separate message. */
  readonly messages: readonly Message[];
  /** The tool definitions as JSON. Empty without tools. */
  readonly tools: string;
  /** Maximum tokens of the answer. `null` if the request sets no limit. */
  readonly outputTokens: number | null;
  /** Reasoning that was sent but is not shown to the model: paths for Anthropic, ids for OpenAI. */
  readonly withheldReasoning: readonly string[];
  /** The cache points of the request. OpenAI caches automatically. */
  readonly cachePoints: "automatic" | readonly CachePoint[];
};

/** The end of a prefix to cache, as a number of segments, with its lifetime after the last use. */
export type CachePoint = { readonly segments: number; readonly ttlMs: number };

/** A part of a prompt as JSON. */
type Segment = { readonly text: string; readonly tokens: number };

/** A prompt with its token counts. */
export type CountedPrompt = {
  readonly prompt: Prompt;
  /** One segment for the tools, then one for each message. */
  readonly segments: readonly Segment[];
  readonly tokens: number;
};

/** @param before segments that equal those of this prompt are not counted again */
export function countPrompt(
  prompt: Prompt,
  estimator: TokenEstimator,
  before: CountedPrompt | null,
): CountedPrompt {
  const counted = (position: number, text: string, count: () => number): Segment => {
    const known = before?.segments[position];
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

/** Returns the tokens of the longest common prefix in whole messages, or 0 if the models differ. */
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
 * Truncates a prompt to the window, as Ollama does: it removes the oldest messages without an error.
 *
 * System messages and the newest message stay, even if they exceed the window.
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
