import type { Item, Mark, Message } from "@cutpoint/core";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { packMessage } from "./packed-message.ts";
import { projectionOf } from "./projection.ts";

/** Messages of a host as items, and by item id the host's own with what was made of it. */
export type HostItems = {
  readonly items: readonly Item[];
  readonly sources: ReadonlyMap<string, { readonly own: BaseMessage; readonly message: Message }>;
};

/**
 * LangChain's messages as items. An id is the message's own; where it has none, or one that was used before, a hash of
 * the id before it and of what it says.
 *
 * @param options.model the model that will answer
 * @param options.mark where its boundary is found, nothing before it is looked at
 */
export function hostItems(
  messages: readonly BaseMessage[],
  options: { readonly model?: string | undefined; readonly mark?: Mark | null } = {},
): HostItems {
  const { model, mark = null } = options;
  const found = mark === null ? -1 : boundaryOf(messages, mark);
  const sources = new Map<string, { readonly own: BaseMessage; readonly message: Message }>();
  const toolNames = new Map<string, string>();
  let previousId = "";
  const items = messages.slice(Math.max(0, found)).map((own): Item => {
    const isOwnId = own.id !== undefined && own.id !== "" && !sources.has(own.id);
    previousId = isOwnId ? String(own.id) : chainedId(previousId, own);
    noteCalls(own, toolNames);
    const message = rememberedProjection(own, model, toolNames);
    sources.set(previousId, { own, message });
    return { id: previousId, message };
  });
  return { items, sources };
}

/** The place of the newest covered message; -1 where it is not followed by what followed it when the mark was made. */
function boundaryOf(
  messages: readonly BaseMessage[],
  { coveredThrough, firstKeptId, seenThrough }: Mark,
): number {
  if (coveredThrough === null) return -1;
  let isSeen = seenThrough === null;
  for (let place = messages.length - 1; place >= 0; place -= 1) {
    const id = messages[place]?.id;
    if (id === seenThrough) isSeen = true;
    if (id !== coveredThrough) continue;
    const isFollowed = firstKeptId === null || messages[place + 1]?.id === firstKeptId;
    return isFollowed && isSeen ? place : -1;
  }
  return -1;
}

function noteCalls(message: BaseMessage, toolNames: Map<string, string>): void {
  if (!AIMessage.isInstance(message)) return;
  for (const { id, name } of message.tool_calls ?? [])
    if (id !== undefined) toolNames.set(id, name);
}

/** What a projection was made from: where one of these is another, it is made anew. */
type Known = {
  readonly from: readonly unknown[];
  readonly projection: Message;
};

const known = new WeakMap<BaseMessage, Known>();

function rememberedProjection(
  message: BaseMessage,
  model: string | undefined,
  toolNames: ReadonlyMap<string, string>,
): Message {
  const { content } = message;
  const from = AIMessage.isInstance(message)
    ? [content, message.tool_calls, message.usage_metadata, message.response_metadata, model]
    : [content, toolNameFor(message, toolNames)];
  const before = known.get(message);
  if (before !== undefined && before.from.every((value, index) => value === from[index]))
    return before.projection;
  const projection = projectionOf(message, { model, toolName: (callId) => toolNames.get(callId) });
  known.set(message, { from, projection });
  return projection;
}

function toolNameFor(message: BaseMessage, names: ReadonlyMap<string, string>): unknown {
  return ToolMessage.isInstance(message)
    ? (message.name ?? names.get(message.tool_call_id))
    : undefined;
}

function chainedId(previousId: string, message: BaseMessage): string {
  return `hash-${fingerprint(`${previousId}\n${JSON.stringify(packMessage(message))}`)}`;
}

/** 64 bits over a text's code units: two FNV-1a hashes of 32 bits with different beginnings. */
function fingerprint(text: string): string {
  let left = 0x811c9dc5;
  let right = 0x1b873593;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    left = Math.imul(left ^ unit, 0x01000193);
    right = Math.imul(right ^ (unit + index), 0x01000193);
  }
  return [left, right].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
