import type { FitOptions } from "@cutpoint/core";

/**
 * Returns the content of a request besides its messages, and the signal that aborts it.
 *
 * @param counted tools, schemas and other fields that use tokens
 */
export function requestOptions(
  model: unknown,
  system: unknown,
  counted: readonly unknown[],
  signal?: AbortSignal | null,
): FitOptions {
  return {
    ...(typeof model === "string" ? { model } : {}),
    ...(typeof system === "string" && system !== "" ? { system } : {}),
    ...(counted.length === 0 ? {} : { tools: counted }),
    ...(signal ? { signal } : {}),
  };
}
