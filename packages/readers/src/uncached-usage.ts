import type { TokenUsage } from "@cutpoint/core";
import { defined } from "./fields.ts";

/** Token counts of a format whose input excludes cached tokens. */
type UncachedUsage = { readonly [Field in keyof TokenUsage]-?: number | undefined };

/** Adds the cached tokens to the input. Missing counts of input and output become 0. */
export function uncachedUsage({
  cacheReadTokens,
  cacheWriteTokens,
  inputTokens = 0,
  outputTokens = 0,
}: UncachedUsage): TokenUsage {
  return defined({
    inputTokens: inputTokens + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0),
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
  });
}
