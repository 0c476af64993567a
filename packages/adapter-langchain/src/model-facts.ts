import { isRecord } from "@cutpoint/core/kit";
import { firstText } from "./message/first-text.ts";

/** Name and window of a chat model. */
export type ModelFacts = { readonly model?: string; readonly windowTokens?: number };

/**
 * Reads a chat model's name and the window of its profile, in tokens.
 *
 * LangChain's `getModelContextSize` is not used: it returns 4,097 for every name that it does not know.
 */
export function modelFacts(chatModel: unknown): ModelFacts {
  if (typeof chatModel !== "object" || chatModel === null) return {};
  const model = firstText(readProperty(chatModel, "model"), readProperty(chatModel, "modelName"));
  const profile = readProperty(chatModel, "profile");
  const windowTokens = isRecord(profile) ? profile["maxInputTokens"] : undefined;
  const isWindow = typeof windowTokens === "number" && windowTokens > 0;
  return {
    ...(model === undefined ? {} : { model }),
    ...(isWindow ? { windowTokens } : {}),
  };
}

/** Reads a property whose getter may throw. */
function readProperty(value: object, name: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>>)[name];
  } catch {
    return undefined;
  }
}
