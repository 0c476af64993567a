import type { FilePart, Message, OtherPart, Part, TextPart } from "@cutpoint/core";
import { z } from "zod";
import type { Prompt } from "../prompt.ts";
import { cachePointsOf, ttlOf } from "./anthropic-cache-points.ts";
import { filePart, otherPart } from "./read-part.ts";
import type { MismatchedThinking } from "./thinking-signature.ts";

/** The fields of a content block that rules and counting use. */
export type AnthropicBlock = {
  readonly type: string;
  readonly text?: string | undefined;
  readonly thinking?: string | undefined;
  readonly signature?: string | undefined;
  readonly data?: string | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly input?: unknown;
  readonly tool_use_id?: string | undefined;
  readonly is_error?: boolean | null | undefined;
  readonly content?: unknown;
  readonly source?: unknown;
  readonly cache_control?: unknown;
};

export type AnthropicMessage = {
  readonly role: string;
  readonly content: string | readonly AnthropicBlock[];
};

export type AnthropicRequest = {
  readonly model: string;
  readonly messages: readonly AnthropicMessage[];
  readonly max_tokens?: number | undefined;
  readonly system?: string | readonly AnthropicBlock[] | null | undefined;
  readonly tools?: readonly unknown[] | null | undefined;
  readonly stream?: boolean | null | undefined;
  /** Enables the cache without a cache point in a block. */
  readonly cache_control?: unknown;
  readonly thinking?:
    | {
        readonly type: string;
        readonly budget_tokens?: number | undefined;
        readonly block_binding?: { readonly prefix_mismatch_behavior?: unknown } | null | undefined;
      }
    | null
    | undefined;
  /** Makes it a request for a compaction. */
  readonly compaction?: { readonly type: string } | null | undefined;
  /** Values of the header `anthropic-beta`. */
  readonly betas?: readonly string[] | undefined;
  /** Set when the request arrives, for models that bind thinking. */
  readonly mismatched?: readonly MismatchedThinking[] | undefined;
};

const block: z.ZodType<AnthropicBlock> = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.string().optional(),
  signature: z.string().optional(),
  data: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
  tool_use_id: z.string().optional(),
  is_error: z.boolean().nullish(),
  content: z.unknown().optional(),
  source: z.unknown().optional(),
  cache_control: z.unknown().optional(),
});

const message: z.ZodType<AnthropicMessage> = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(block)]),
});

const fields = {
  model: z.string(),
  messages: z.array(message),
  system: z.union([z.string(), z.array(block)]).nullish(),
  tools: z.array(z.unknown()).nullish(),
  cache_control: z.unknown().optional(),
  compaction: z.looseObject({ type: z.literal("summarize") }).nullish(),
  thinking: z
    .looseObject({
      type: z.string(),
      budget_tokens: z.number().optional(),
      block_binding: z.looseObject({ prefix_mismatch_behavior: z.unknown().optional() }).nullish(),
    })
    .nullish(),
};

export const anthropicRequest: z.ZodType<AnthropicRequest> = z.looseObject({
  ...fields,
  max_tokens: z.number(),
  stream: z.boolean().nullish(),
});

export const anthropicCountRequest: z.ZodType<AnthropicRequest> = z.looseObject(fields);

/** Returns the blocks of a message. A string is one text block. */
export function blocksOf(message: AnthropicMessage): readonly AnthropicBlock[] {
  const { content } = message;
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

export function readAnthropic(request: AnthropicRequest): Prompt {
  const tools = request.tools ?? [];
  const systemTtl = ttlOf(systemBlocksOf(request).at(-1));
  const systemParts = systemPartsOf(request);
  const read: readonly ReadMessage[] = [
    ...(systemParts.length === 0
      ? []
      : [{ message: { role: "system", parts: systemParts } as const, ttlMs: systemTtl }]),
    ...request.messages.flatMap(readMessage),
  ];
  return {
    model: request.model,
    streamed: request.stream === true,
    messages: read.map(({ message: readOne }) => readOne),
    tools: tools.length === 0 ? "" : JSON.stringify(tools),
    outputTokens: request.max_tokens ?? null,
    withheldReasoning: [],
    cachePoints: cachePointsOf(
      request,
      read.map(({ ttlMs }) => ttlMs),
    ),
  };
}

function systemBlocksOf({ system }: AnthropicRequest): readonly AnthropicBlock[] {
  return typeof system === "string" ? [{ type: "text", text: system }] : (system ?? []);
}

/** Returns the texts of the system prompt, which is a string or a list of blocks. */
export function systemPartsOf(request: AnthropicRequest): readonly TextPart[] {
  return readParts(systemBlocksOf(request)).filter(
    (part): part is TextPart => part.type === "text" && part.text !== "",
  );
}

/** Converts a block to a part of core. A tool result becomes a message. */
export function readBlock(block: AnthropicBlock): Message | Part {
  return block.type === "tool_result" ? readResult(block) : readAssistantBlock(block);
}

/** A converted message, with the lifetime of its cache point. */
type ReadMessage = { readonly message: Message; readonly ttlMs: number | null };

function readMessage(sent: AnthropicMessage): readonly ReadMessage[] {
  const blocks = blocksOf(sent);
  const ttlMs = ttlOf(blocks.at(-1));
  if (sent.role === "assistant")
    return [{ ttlMs, message: { role: "assistant", parts: blocks.map(readAssistantBlock) } }];
  const results = blocks.filter(({ type }) => type === "tool_result");
  const others = blocks.filter(({ type }) => type !== "tool_result");
  const parts = readParts(others);
  const userMessage = { role: "user", provenance: "user", parts } as const;
  return [
    ...results.map((block) => ({ message: readResult(block), ttlMs: ttlOf(block) })),
    ...(parts.length === 0 ? [] : [{ message: userMessage, ttlMs: ttlOf(others.at(-1)) }]),
  ];
}

function readResult(block: AnthropicBlock): Message {
  return {
    role: "tool",
    callId: block.tool_use_id ?? "",
    name: "",
    ...(block.is_error === true ? { failed: true } : {}),
    parts: readInner(block.content),
  };
}

function readInner(content: unknown): readonly (TextPart | FilePart | OtherPart)[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  const inner = z.array(block).safeParse(content ?? []);
  return inner.success ? readParts(inner.data) : [otherPart("content", content)];
}

function readParts(
  blocks: readonly AnthropicBlock[],
): readonly (TextPart | FilePart | OtherPart)[] {
  return blocks.map((each) => {
    if (each.type === "text") return { type: "text", text: each.text ?? "" };
    return each.type === "image" ? readImage(each) : otherPart(each.type, each);
  });
}

const imageSource = z.looseObject({
  type: z.string(),
  media_type: z.string().optional(),
  data: z.string().optional(),
  url: z.string().optional(),
});

function readImage(sent: AnthropicBlock): FilePart | OtherPart {
  const source = imageSource.safeParse(sent.source);
  if (!source.success) return otherPart(sent.type, sent);
  const { media_type: mediaType = "image/*", data, url } = source.data;
  return filePart(url ?? `data:${mediaType};base64,${data ?? ""}`, mediaType);
}

function readAssistantBlock(sent: AnthropicBlock): Part {
  switch (sent.type) {
    case "text":
      return { type: "text", text: sent.text ?? "" };
    case "thinking":
      return { type: "reasoning", text: sent.thinking ?? "", signature: sent.signature ?? "" };
    case "redacted_thinking":
      return { type: "reasoning", text: "", signature: sent.data ?? "" };
    case "tool_use":
      return {
        type: "tool-call",
        callId: sent.id ?? "",
        name: sent.name ?? "",
        arguments: JSON.stringify(sent.input ?? {}),
      };
    default:
      return otherPart(sent.type, sent);
  }
}
