import type { FilePart, Message, OtherPart, Part, TextPart } from "@cutpoint/core";
import { z } from "zod";
import type { Prompt } from "../prompt.ts";
import { filePart, otherPart } from "./read-part.ts";

/** A part of a message's content. */
type ContentPart = {
  readonly type: string;
  readonly text?: string | null | undefined;
  readonly refusal?: string | null | undefined;
  readonly image_url?: { readonly url: string } | null | undefined;
};

type Call = {
  readonly id: string;
  readonly type: string;
  readonly function?: { readonly name: string; readonly arguments: string } | undefined;
};

type OpenAIChatRole = "system" | "assistant" | "user" | "function" | "tool" | "developer";

export type OpenAIChatMessage = {
  readonly role: OpenAIChatRole;
  readonly content?: string | readonly ContentPart[] | null | undefined;
  readonly tool_calls?: readonly Call[] | null | undefined;
  readonly tool_call_id?: string | undefined;
};

/** The fields of a Chat Completions request that rules and counting use. */
export type OpenAIChatRequest = {
  readonly model: string;
  readonly messages: readonly OpenAIChatMessage[];
  readonly tools?: readonly unknown[] | null | undefined;
  readonly functions?: readonly unknown[] | null | undefined;
  readonly stream?: boolean | null | undefined;
  readonly stream_options?: { readonly include_usage?: boolean | undefined } | null | undefined;
  readonly max_tokens?: number | null | undefined;
  readonly max_completion_tokens?: number | null | undefined;
};

const part: z.ZodType<ContentPart> = z.looseObject({
  type: z.string(),
  text: z.string().nullish(),
  refusal: z.string().nullish(),
  image_url: z.looseObject({ url: z.string() }).nullish(),
});

const call: z.ZodType<Call> = z.looseObject({
  id: z.string(),
  type: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }).optional(),
});

const message: z.ZodType<OpenAIChatMessage> = z.looseObject({
  role: z.enum(["system", "assistant", "user", "function", "tool", "developer"]),
  content: z.union([z.string(), z.array(part)]).nullish(),
  tool_calls: z.array(call).nullish(),
  tool_call_id: z.string().optional(),
});

export const openaiChatRequest: z.ZodType<OpenAIChatRequest> = z.looseObject({
  model: z.string(),
  messages: z.array(message),
  tools: z.array(z.unknown()).nullish(),
  functions: z.array(z.unknown()).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: z.number().nullish(),
  max_completion_tokens: z.number().nullish(),
});

export function readOpenAIChat(request: OpenAIChatRequest): Prompt {
  const tools = [...(request.tools ?? []), ...(request.functions ?? [])];
  return {
    model: request.model,
    streamed: request.stream === true,
    messages: request.messages.map(readMessage),
    tools: tools.length === 0 ? "" : JSON.stringify(tools),
    outputTokens: request.max_completion_tokens ?? request.max_tokens ?? null,
    withheldReasoning: [],
    cachePoints: "automatic",
  };
}

function readMessage(sent: OpenAIChatMessage): Message {
  const parts = readContent(sent.content);
  switch (sent.role) {
    case "system":
    case "developer":
      return {
        role: "system",
        parts: parts.filter((each): each is TextPart => each.type === "text"),
      };
    case "assistant":
      return { role: "assistant", parts: [...parts, ...(sent.tool_calls ?? []).map(readCall)] };
    case "tool":
    case "function":
      return { role: "tool", callId: sent.tool_call_id ?? "", name: "", parts };
    default:
      return { role: "user", provenance: "user", parts };
  }
}

function readContent(
  content: OpenAIChatMessage["content"],
): readonly (TextPart | FilePart | OtherPart)[] {
  if (content === null || content === undefined || content === "") return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.map((each) => {
    if (each.type === "text") return { type: "text", text: each.text ?? "" };
    if (each.type === "refusal") return { type: "text", text: each.refusal ?? "" };
    const url = each.image_url?.url;
    return url === undefined ? otherPart(each.type, each) : filePart(url);
  });
}

function readCall(sent: Call): Part {
  if (sent.function === undefined) return otherPart(sent.type, sent);
  return {
    type: "tool-call",
    callId: sent.id,
    name: sent.function.name,
    arguments: sent.function.arguments,
  };
}
