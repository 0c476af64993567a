import type { Json } from "./json.ts";

/** Text. */
export type TextPart = { readonly type: "text"; readonly text: string };

/**
 * The reasoning of a model before its answer.
 *
 * A part with a `signature` (a signature or an encrypted body) is kept or dropped as a whole, never edited.
 */
export type ReasoningPart = {
  readonly type: "reasoning";
  readonly text: string;
  readonly signature?: string;
};

/** An image, a document or another file; `url` is a web address or a `data:` URL. */
export type FilePart = {
  readonly type: "file";
  readonly mediaType: string;
  readonly url: string;
  readonly name?: string;
};

/**
 * A model's request to run a tool.
 *
 * `arguments` is the JSON text as the model wrote it. A `callId` may be reused: a result belongs to the newest call
 * with its id before it.
 */
export type ToolCallPart = {
  readonly type: "tool-call";
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
};

/** Data that only an adapter understands, such as a hosted tool call. Kept unchanged and not read. */
export type OtherPart = { readonly type: "other"; readonly kind: string; readonly value: Json };

export type Part = TextPart | ReasoningPart | FilePart | ToolCallPart | OtherPart;

/** The author of a `user` message: a person, the app, or a compaction. */
export type Provenance = "user" | "synthetic" | "summary";

/** How an answer ended. Only the usage of a `stop` answer measures the context. */
export type FinishReason = "stop" | "length" | "aborted" | "error";

/** Tokens that a provider reported for a request. `inputTokens` includes the tokens read from and written to a cache. */
export type TokenUsage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
};

type MessageMetadata = {
  /** Data that an adapter needs to rebuild its own message. Dropped if the parts are replaced. */
  readonly adapterMetadata?: Json;
  /** Adjacent messages with the same group stay together. */
  readonly group?: string;
};

export type SystemMessage = MessageMetadata & {
  readonly role: "system";
  readonly parts: readonly TextPart[];
};

export type UserMessage = MessageMetadata & {
  readonly role: "user";
  readonly provenance: Provenance;
  /** The person who wrote it, if several take part. */
  readonly name?: string;
  readonly parts: readonly (TextPart | FilePart | OtherPart)[];
};

/** An answer of the model. It is complete if there is no `finishReason`. */
export type AssistantMessage = MessageMetadata & {
  readonly role: "assistant";
  readonly parts: readonly Part[];
  readonly model?: string;
  readonly finishReason?: FinishReason;
  readonly usage?: TokenUsage;
};

/** The result of one tool call. `failed`: the tool reported an error. */
export type ToolMessage = MessageMetadata & {
  readonly role: "tool";
  readonly callId: string;
  readonly name: string;
  readonly failed?: boolean;
  readonly parts: readonly (TextPart | FilePart | OtherPart)[];
};

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** Returns the tool calls of a message, in order. */
export function toolCalls(message: Message): readonly ToolCallPart[] {
  if (message.role !== "assistant") return [];
  return message.parts.filter((part) => part.type === "tool-call");
}

/** Whether a message was written by a person. */
export function isUserMessage(message: Message): boolean {
  return message.role === "user" && message.provenance === "user";
}

/** Returns the text parts of a message, joined by line breaks. */
export function textOf(message: Message): string {
  const parts: readonly Part[] = message.parts;
  const [only] = parts;
  if (parts.length === 1 && only?.type === "text") return only.text;
  return parts
    .filter((part): part is TextPart => part.type === "text")
    .map((part) => part.text)
    .join("\n");
}

/** Replaces the parts of a message and drops its adapter metadata, which belongs to the old parts. */
export function withParts(message: Message, parts: readonly Part[]): Message {
  const { adapterMetadata: _, ...rest } = message;
  return { ...rest, parts } as Message;
}

/** Creates a system message. */
export function systemMessage(text: string): SystemMessage {
  return { role: "system", parts: [{ type: "text", text }] };
}

/** Creates a message written by a person. */
export function userMessage(text: string): UserMessage {
  return { role: "user", provenance: "user", parts: [{ type: "text", text }] };
}

/** Creates a `user` message written by the app. */
export function syntheticMessage(text: string): UserMessage {
  return { role: "user", provenance: "synthetic", parts: [{ type: "text", text }] };
}

/** Creates an answer of the model: text, then tool calls. Empty text creates no part. */
export function assistantMessage(
  text: string,
  calls: readonly Omit<ToolCallPart, "type">[] = [],
): AssistantMessage {
  return {
    role: "assistant",
    parts: [
      ...(text === "" ? [] : [{ type: "text", text } as const]),
      ...calls.map((call) => ({ type: "tool-call", ...call }) as const),
    ],
  };
}

/** Creates the result of a tool call. */
export function toolMessage(
  call: Pick<ToolCallPart, "callId" | "name">,
  text: string,
  failed = false,
): ToolMessage {
  const { callId, name } = call;
  const parts = [{ type: "text", text } as const];
  if (failed) return { role: "tool", callId, name, failed, parts };
  return { role: "tool", callId, name, parts };
}

export const MIN_CHAT_MESSAGES = 40;

/** Whether a conversation is a long chat without tools, so that every turn may matter. */
export function isPlainChat(messages: readonly Message[]): boolean {
  return messages.length >= MIN_CHAT_MESSAGES && !messages.some(usesTool);
}

export function usesTool(message: Message): boolean {
  return message.role === "tool" || toolCalls(message).length > 0;
}
