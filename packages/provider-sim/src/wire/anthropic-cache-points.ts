import type { CachePoint } from "../prompt.ts";

const SHORT_MS = 300_000;
const LONG_MS = 3_600_000;

/** How long what stands up to a block is to be kept, in ms; `null` where the block does not ask. */
export function lifeOf(block: unknown): number | null {
  if (typeof block !== "object" || block === null || !("cache_control" in block)) return null;
  const { cache_control: control } = block;
  if (typeof control !== "object" || control === null) return null;
  return "ttl" in control && control.ttl === "1h" ? LONG_MS : SHORT_MS;
}

/** Where a request asks for cache points: behind the tools, and behind each message whose last block asks. */
export function cachePointsOf(
  request: { readonly tools?: readonly unknown[] | null | undefined },
  lives: readonly (number | null)[],
): readonly CachePoint[] {
  const all = [lifeOf(request.tools?.at(-1)), ...lives];
  const whole = lifeOf(request);
  return [
    ...all.flatMap((ttlMs, index) => (ttlMs === null ? [] : [{ segments: index + 1, ttlMs }])),
    ...(whole === null ? [] : [{ segments: all.length, ttlMs: whole }]),
  ];
}
