import { firstText, isRecord } from "./message/json-value.ts";

/** What a chat model says of itself. */
export type ModelFacts = { readonly model?: string; readonly windowTokens?: number };

/**
 * A chat model's name and the window of its profile, in tokens. A model without a profile has no window: LangChain's
 * table of names, which gives 4,097 for every name that it does not know, is not asked.
 */
export function modelFacts(chatModel: unknown): ModelFacts {
  if (typeof chatModel !== "object" || chatModel === null) return {};
  const model = firstText(property(chatModel, "model"), property(chatModel, "modelName"));
  const profile = property(chatModel, "profile");
  const windowTokens = isRecord(profile) ? profile["maxInputTokens"] : undefined;
  const isWindow = typeof windowTokens === "number" && windowTokens > 0;
  return {
    ...(model === undefined ? {} : { model }),
    ...(isWindow ? { windowTokens } : {}),
  };
}

/** A property that a model may compute, and fail to. */
function property(value: object, name: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>>)[name];
  } catch {
    return undefined;
  }
}
