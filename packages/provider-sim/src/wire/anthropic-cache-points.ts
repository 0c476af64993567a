import type { CachePoint } from "../prompt.ts";

const SHORT_MS = 300_000;
const LONG_MS = 3_600_000;

/** Returns the lifetime of a block's cache point in ms, or `null` if it has none. */
export function ttlOf(block: unknown): number | null {
  if (typeof block !== "object" || block === null || !("cache_control" in block)) return null;
  const { cache_control: control } = block;
  if (typeof control !== "object" || control === null) return null;
  return "ttl" in control && control.ttl === "1h" ? LONG_MS : SHORT_MS;
}

/** Returns the cache points of a request: after the tools, and after each message whose last block has one. */
export function cachePointsOf(
  request: { readonly tools?: readonly unknown[] | null | undefined },
  ttls: readonly (number | null)[],
): readonly CachePoint[] {
  const all = [ttlOf(request.tools?.at(-1)), ...ttls];
  const whole = ttlOf(request);
  return [
    ...all.flatMap((ttlMs, index) => (ttlMs === null ? [] : [{ segments: index + 1, ttlMs }])),
    ...(whole === null ? [] : [{ segments: all.length, ttlMs: whole }]),
  ];
}
