import type { Json } from "./json.ts";

/** Plain words. */
export type TextPart = { readonly type: "text"; readonly text: string };

/**
 * What a model thought before it answered.
 *
 * `signature` holds a signature or an encrypted body: such a part is kept whole or dropped whole, never edited.
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
 * `arguments` is JSON as text, to the letter as the model wrote it. A `callId` may be used again later in one
 * conversation: a result belongs to the newest call of its id before it.
 */
export type ToolCallPart = {
  readonly type: "tool-call";
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
};

/** What only its host understands (a hosted tool call, an opaque item); kept with its neighbours, never looked into. */
export type OtherPart = { readonly type: "other"; readonly kind: string; readonly value: Json };

export type Part = TextPart | ReasoningPart | FilePart | ToolCallPart | OtherPart;

/** Who speaks in a `user` message: a person, the program around the model, or a summary of what was said before. */
export type Provenance = "user" | "synthetic" | "summary";

/** How an answer ended; only a `stop` one tells how large the context was. */
export type FinishReason = "stop" | "length" | "aborted" | "error";

/**
 * What a provider reported about one request, in tokens.
 *
 * `inputTokens` is all that the model read, whether it came from a cache or not; `cacheReadTokens` and
 * `cacheWriteTokens` are shares of it.
 */
export type TokenUsage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
};

type MessageMetadata = {
  /** Opaque to Cutpoint: what an adapter needs to rebuild its own message; dropped when the parts are replaced. */
  readonly adapterMetadata?: Json;
  /** Messages next to each other with the same group are never parted. */
  readonly group?: string;
};

export type SystemMessage = MessageMetadata & {
  readonly role: "system";
  readonly parts: readonly TextPart[];
};

export type UserMessage = MessageMetadata & {
  readonly role: "user";
  readonly provenance: Provenance;
  readonly parts: readonly (TextPart | FilePart | OtherPart)[];
};

/** One answer of the model; without `finishReason` it is complete. */
export type AssistantMessage = MessageMetadata & {
  readonly role: "assistant";
  readonly parts: readonly Part[];
  readonly model?: string;
  readonly finishReason?: FinishReason;
  readonly usage?: TokenUsage;
};

/**
 * Exactly one result of one tool call.
 *
 * `failed`: the tool reported an error. `useless`: the tool itself says that nobody will miss the result (no match,
 * an empty wait).
 */
export type ToolMessage = MessageMetadata & {
  readonly role: "tool";
  readonly callId: string;
  readonly name: string;
  readonly failed?: boolean;
  readonly useless?: boolean;
  readonly parts: readonly (TextPart | FilePart | OtherPart)[];
};

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** The tool calls of a message, in order. */
export function toolCalls(message: Message): readonly ToolCallPart[] {
  return message.role === "assistant"
    ? message.parts.filter((part): part is ToolCallPart => part.type === "tool-call")
    : [];
}

/** Whether a message is what a person said. */
export function isUserMessage(message: Message): boolean {
  return message.role === "user" && message.provenance === "user";
}

/** The plain words of a message, its text parts joined by line breaks. */
export function textOf(message: Message): string {
  const parts: readonly Part[] = message.parts;
  return parts
    .filter((part): part is TextPart => part.type === "text")
    .map((part) => part.text)
    .join("\n");
}

/** A message with other parts; the adapter metadata, which belongs to the old ones, is dropped. */
export function withParts(message: Message, parts: readonly Part[]): Message {
  const { adapterMetadata: _host, ...rest } = message;
  return { ...rest, parts } as Message;
}

export function systemMessage(text: string): SystemMessage {
  return { role: "system", parts: [{ type: "text", text }] };
}

/** What a person said. */
export function userMessage(text: string): UserMessage {
  return { role: "user", provenance: "user", parts: [{ type: "text", text }] };
}

/** What the program around the model put into the conversation in a user's place. */
export function syntheticMessage(text: string): UserMessage {
  return { role: "user", provenance: "synthetic", parts: [{ type: "text", text }] };
}

/** An answer of the model: its words, then its tool calls; an empty text makes no part. */
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

/** The result of a tool call. */
export function toolMessage(
  call: Pick<ToolCallPart, "callId" | "name">,
  text: string,
  failed = false,
): ToolMessage {
  return {
    role: "tool",
    callId: call.callId,
    name: call.name,
    ...(failed ? { failed } : {}),
    parts: [{ type: "text", text }],
  };
}

/** Fewer turns are told as questions and answers. */
const LEAST_TURNS = 40;

/** Whether people talk at length and no tool is used: then any turn may hold what is needed. */
export function isPlainChat(messages: readonly Message[]): boolean {
  return (
    messages.length >= LEAST_TURNS &&
    messages.every((message) => message.role !== "tool" && toolCalls(message).length === 0)
  );
}
