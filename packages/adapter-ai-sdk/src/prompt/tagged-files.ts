import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ModelMessage } from "ai";

/** Returns messages as the prompt of a model of AI SDK 7, which tells data from addresses by a tag. */
export function withTaggedFiles(messages: readonly ModelMessage[]): LanguageModelV4Prompt {
  return messages.map((message) => {
    const { content } = message;
    const isTagged = typeof content === "string" || !content.some(isUntaggedFile);
    return (
      isTagged ? message : { ...message, content: content.map(taggedFile) }
    ) as LanguageModelV4Message;
  });
}

type Content = { readonly type: string; readonly data?: unknown };

function isUntaggedFile({ data, type }: Content): boolean {
  return type === "file" && (typeof data === "string" || data instanceof URL);
}

function taggedFile(part: Content): Content {
  if (!isUntaggedFile(part)) return part;
  const { data } = part;
  return {
    ...part,
    data: data instanceof URL ? { type: "url", url: data } : { type: "data", data },
  };
}
