import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { isRecord } from "@cutpoint/core/kit";

/** Returns messages as an app of AI SDK 6 writes them: files are bytes, base64 or an address without a tag. */
export function withUntaggedFiles(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  return prompt.map((message) =>
    Array.isArray(message.content) && message.content.some(hasTag)
      ? ({ ...message, content: message.content.map(untagged) } as typeof message)
      : message,
  );
}

function hasTag(part: { readonly type: string; readonly data?: unknown }): boolean {
  return part.type === "file" && isRecord(part.data) && typeof part.data["type"] === "string";
}

function untagged<Content extends { readonly type: string; readonly data?: unknown }>(
  part: Content,
): Content {
  if (!hasTag(part) || !isRecord(part.data)) return part;
  const { data } = part;
  return { ...part, data: data["type"] === "url" ? data["url"] : data["data"] };
}
