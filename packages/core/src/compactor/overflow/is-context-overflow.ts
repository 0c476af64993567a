import { type ClassifyOptions, classifyProviderError } from "./classify-provider-error.ts";

/**
 * Whether an error, or a reason to stop as text, says that the request was too large for the context window; see
 * {@link classifyProviderError}. A rate limit is none, whatever its words, and neither is a request of too many bytes.
 */
export function isContextOverflow(error: unknown, options: ClassifyOptions = {}): boolean {
  return classifyProviderError(error, options) === "context-overflow";
}
