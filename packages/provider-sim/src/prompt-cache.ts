import { createHash } from "node:crypto";
import { commonPrefixTokens, type CountedPrompt } from "./prompt.ts";

/** What of a prompt comes from the cache, and what goes there, in tokens. */
type Cached = { readonly cachedTokens: number; readonly cacheWriteTokens: number };

/** The beginnings of prompts that were answered, each kept for a while after it was last read. */
export type PromptCache = {
  readonly look: (counted: CountedPrompt) => Cached;
  /** Keeps a prompt that was answered. */
  readonly keep: (counted: CountedPrompt) => void;
};

/** From a cache point the beginnings of so many messages before it are tried too. */
const LOOK_BACK = 20;

/** How long OpenAI keeps what nobody reads. */
const AUTOMATIC_MS = 300_000;

/**
 * Anthropic's cache holds what a cache point asked for; OpenAI's holds the last prompt of a model, and needs none.
 *
 * @param minTokens what is shorter is not kept
 */
export function createPromptCache(minTokens: number, now: () => number): PromptCache {
  const kept = new Map<string, number>();
  let last: { readonly counted: CountedPrompt; readonly until: number } | null = null;

  function automatic(counted: CountedPrompt): Cached {
    const isKept = last !== null && now() <= last.until;
    const tokens = isKept ? commonPrefixTokens(last?.counted ?? null, counted) : 0;
    return { cachedTokens: tokens < minTokens ? 0 : tokens, cacheWriteTokens: 0 };
  }

  function atPoints(counted: CountedPrompt): Cached {
    const beginnings = beginningsOf(counted);
    const points = pointsOf(counted).filter((end) => (beginnings[end]?.tokens ?? 0) >= minTokens);
    const isKept = (end: number): boolean => (kept.get(beginnings[end]?.key ?? "") ?? 0) >= now();
    const found = points.flatMap((point) => {
      for (let end = point; end > 0 && end >= point - LOOK_BACK; end -= 1)
        if (isKept(end)) return [end];
      return [];
    });
    const read = beginnings[Math.max(0, ...found)]?.tokens ?? 0;
    const written = beginnings[Math.max(0, ...points)]?.tokens ?? 0;
    return { cachedTokens: read, cacheWriteTokens: Math.max(0, written - read) };
  }

  return {
    look: (counted) =>
      counted.prompt.cachePoints === "automatic" ? automatic(counted) : atPoints(counted),
    keep(counted) {
      if (counted.prompt.cachePoints === "automatic") {
        last = { counted, until: now() + AUTOMATIC_MS };
        return;
      }
      const beginnings = beginningsOf(counted);
      for (const { segments, ttlMs } of counted.prompt.cachePoints) {
        const { key = "", tokens = 0 } = beginnings[segments] ?? {};
        if (tokens >= minTokens) kept.set(key, Math.max(kept.get(key) ?? 0, now() + ttlMs));
      }
    },
  };
}

function pointsOf({ prompt }: CountedPrompt): readonly number[] {
  const { cachePoints } = prompt;
  return cachePoints === "automatic" ? [] : cachePoints.map(({ segments }) => segments);
}

/** By number of segments, what names a beginning and what it takes. */
function beginningsOf({
  prompt,
  segments,
}: CountedPrompt): readonly { readonly key: string; readonly tokens: number }[] {
  let before = { key: prompt.model, tokens: 0 };
  return [
    before,
    ...segments.map(({ text, tokens }) => {
      const key = createHash("sha256").update(before.key).update("\0").update(text).digest("hex");
      before = { key, tokens: before.tokens + tokens };
      return before;
    }),
  ];
}
