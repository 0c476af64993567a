import type { Json } from "@cutpoint/core";

/** A part of a message's content. Other fields are kept unchanged. */
export type ChatContentPart = { readonly type: string; readonly [field: string]: Json };

export type ChatToolCall = {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
};

/** A message of Chat Completions. Other roles and fields are kept unchanged. */
export type ChatMessage = {
  readonly role: string;
  /** The person or the tool. */
  readonly name?: string;
  readonly content?: string | null | readonly ChatContentPart[];
  readonly tool_calls?: readonly ChatToolCall[];
  readonly tool_call_id?: string;
};
