import type { FilePart, Message, OtherPart, Part, TextPart } from "@cutpoint/core";
import { z } from "zod";
import type { Prompt } from "../prompt.ts";
import { cachePointsOf, lifeOf } from "./anthropic-cache-points.ts";
import { filePart, otherPart } from "./foreign-part.ts";
import type { MismatchedThinking } from "./thinking-signature.ts";

/** A block of content, as far as rules and counting look into it. */
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
  /** Asks for the cache without a break point in a block. */
  readonly cache_control?: unknown;
  readonly thinking?:
    | {
        readonly type: string;
        readonly budget_tokens?: number | undefined;
        readonly block_binding?: { readonly prefix_mismatch_behavior?: unknown } | null | undefined;
      }
    | null
    | undefined;
  /** Values of the header `anthropic-beta`. */
  readonly betas?: readonly string[] | undefined;
  /** Found when the request arrives, for models that bind thinking. */
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

/** The blocks of a message; a text alone is one block. */
export function blocksOf(message: AnthropicMessage): readonly AnthropicBlock[] {
  const { content } = message;
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

export function readAnthropic(request: AnthropicRequest): Prompt {
  const tools = request.tools ?? [];
  const systemLife = lifeOf(systemBlocksOf(request).at(-1));
  const systemParts = systemPartsOf(request);
  const read: readonly ReadMessage[] = [
    ...(systemParts.length === 0
      ? []
      : [{ message: { role: "system", parts: systemParts } as const, lifeMs: systemLife }]),
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
      read.map(({ lifeMs }) => lifeMs),
    ),
  };
}

function systemBlocksOf({ system }: AnthropicRequest): readonly AnthropicBlock[] {
  return typeof system === "string" ? [{ type: "text", text: system }] : (system ?? []);
}

/** The texts of the system prompt, sent as one text or as blocks. */
export function systemPartsOf(request: AnthropicRequest): readonly TextPart[] {
  return readParts(systemBlocksOf(request)).filter(
    (part): part is TextPart => part.type === "text" && part.text !== "",
  );
}

/** A block in no vendor's words; a tool result is a message of its own. */
export function readBlock(block: AnthropicBlock): Message | Part {
  return block.type === "tool_result" ? readResult(block) : readAssistantBlock(block);
}

/** A message in no vendor's words, and how long what stands up to it is to be kept. */
type ReadMessage = { readonly message: Message; readonly lifeMs: number | null };

function readMessage(sent: AnthropicMessage): readonly ReadMessage[] {
  const blocks = blocksOf(sent);
  const lifeMs = lifeOf(blocks.at(-1));
  if (sent.role === "assistant")
    return [{ lifeMs, message: { role: "assistant", parts: blocks.map(readAssistantBlock) } }];
  const results = blocks.filter(({ type }) => type === "tool_result");
  const others = blocks.filter(({ type }) => type !== "tool_result");
  const parts = readParts(others);
  const said = { role: "user", provenance: "user", parts } as const;
  return [
    ...results.map((block) => ({ message: readResult(block), lifeMs: lifeOf(block) })),
    ...(parts.length === 0 ? [] : [{ message: said, lifeMs: lifeOf(others.at(-1)) }]),
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
