import type { ModelCall } from "./compacted-call.ts";

/**
 * Returns the content of a request besides its messages.
 *
 * @param counted tools, schemas and other fields that use tokens
 */
export function requestOptions(
  model: unknown,
  system: unknown,
  counted: readonly unknown[],
): ModelCall<never>["options"] {
  return {
    model: String(model),
    ...(typeof system === "string" && system !== "" ? { system } : {}),
    ...(counted.length === 0 ? {} : { tools: counted }),
  };
}
