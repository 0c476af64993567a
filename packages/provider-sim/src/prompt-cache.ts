import { createHash } from "node:crypto";
import { commonPrefixTokens, type CountedPrompt } from "./prompt.ts";

/** The tokens of a prompt that are read from the cache and written to it. */
type Cached = { readonly cachedTokens: number; readonly cacheWriteTokens: number };

/** The prefixes of answered prompts. Each expires some time after it was last used. */
export type PromptCache = {
  readonly lookUp: (counted: CountedPrompt) => Cached;
  /** Stores the prefixes of an answered prompt. */
  readonly save: (counted: CountedPrompt) => void;
};

/** The number of messages before a cache point whose prefixes are also looked up. */
const LOOK_BACK = 20;

/** Time until an unused prefix of OpenAI expires, in ms. */
const AUTOMATIC_MS = 300_000;

/**
 * Creates a prompt cache.
 *
 * For Anthropic, it stores the prefixes that end at cache points. For OpenAI, it stores the last prompt and needs no
 * cache points.
 *
 * @param minTokens shorter prefixes are not cached
 */
export function createPromptCache(minTokens: number, now: () => number): PromptCache {
  const expiries = new Map<string, number>();
  let last: { readonly counted: CountedPrompt; readonly until: number } | null = null;

  function fromLastPrompt(counted: CountedPrompt): Cached {
    const isCached = last !== null && now() <= last.until;
    const tokens = isCached ? commonPrefixTokens(last?.counted ?? null, counted) : 0;
    return { cachedTokens: tokens < minTokens ? 0 : tokens, cacheWriteTokens: 0 };
  }

  function fromCachePoints(counted: CountedPrompt): Cached {
    const prefixes = prefixesOf(counted);
    const points = pointsOf(counted).filter((end) => (prefixes[end]?.tokens ?? 0) >= minTokens);
    const isCached = (end: number): boolean =>
      (expiries.get(prefixes[end]?.key ?? "") ?? 0) >= now();
    const found = points.flatMap((point) => {
      for (let end = point; end > 0 && end >= point - LOOK_BACK; end -= 1)
        if (isCached(end)) return [end];
      return [];
    });
    const read = prefixes[Math.max(0, ...found)]?.tokens ?? 0;
    const written = prefixes[Math.max(0, ...points)]?.tokens ?? 0;
    return { cachedTokens: read, cacheWriteTokens: Math.max(0, written - read) };
  }

  return {
    lookUp: (counted) =>
      counted.prompt.cachePoints === "automatic"
        ? fromLastPrompt(counted)
        : fromCachePoints(counted),
    save(counted) {
      if (counted.prompt.cachePoints === "automatic") {
        last = { counted, until: now() + AUTOMATIC_MS };
        return;
      }
      const prefixes = prefixesOf(counted);
      for (const { segments, ttlMs } of counted.prompt.cachePoints) {
        const { key = "", tokens = 0 } = prefixes[segments] ?? {};
        if (tokens >= minTokens) expiries.set(key, Math.max(expiries.get(key) ?? 0, now() + ttlMs));
      }
    },
  };
}

function pointsOf({ prompt }: CountedPrompt): readonly number[] {
  const { cachePoints } = prompt;
  return cachePoints === "automatic" ? [] : cachePoints.map(({ segments }) => segments);
}

/** Returns the key and the size of each prefix, by number of segments. */
function prefixesOf({
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
