import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import type { FittedMessages } from "../langchain-compactor.ts";
import { isRecord } from "../message/json-value.ts";

/** What Anthropic takes in one request. */
const MOST = 4;

const CONTROL = { type: "ephemeral" } as const;

/** Whether a chat model asks Anthropic's Messages, which wants to be told what to keep. */
export function wantsCachePoints(chatModel: unknown): boolean {
  return (
    isRecord(chatModel) &&
    typeof chatModel["_llmType"] === "function" &&
    (chatModel as { readonly _llmType: () => unknown })._llmType() === "anthropic"
  );
}

/**
 * The messages of a view with a `cache_control` at each of its cache points, the last of them first where the host has
 * set some itself: together they are at most four. A message that has no block to carry one goes without.
 *
 * @param beside what else of the request may hold a `cache_control`
 */
export function withCachePoints(
  { cachePoints, messages }: Pick<FittedMessages, "cachePoints" | "messages">,
  beside: readonly unknown[],
): BaseMessage[] {
  const contents: readonly unknown[] = [...beside, ...messages.map(({ content }) => content)];
  const own = contents.reduce<number>((count, content) => count + controlsIn(content), 0);
  const left = Math.max(0, MOST - own);
  const points = new Set(left === 0 ? [] : cachePoints.slice(-left));
  return messages.map((message, place) => (points.has(place) ? withControl(message) : message));
}

function controlsIn(content: unknown): number {
  if (Array.isArray(content)) return content.filter((block) => controlsIn(block) > 0).length;
  return isRecord(content) && isRecord(content["cache_control"]) ? 1 : 0;
}

function withControl(message: BaseMessage): BaseMessage {
  if (ToolMessage.isInstance(message)) return resultWithControl(message);
  const content = blocksWithControl(message.content);
  if (content === null) return message;
  const { additional_kwargs, id, name, response_metadata } = message;
  const fields = {
    content,
    additional_kwargs,
    response_metadata,
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
  };
  if (HumanMessage.isInstance(message)) return new HumanMessage(fields);
  return AIMessage.isInstance(message) && response_metadata["output_version"] !== "v1"
    ? new AIMessage({ ...fields, tool_calls: message.tool_calls ?? [] })
    : message;
}

type Blocks = Exclude<BaseMessage["content"], string>;

/** The last block says it; `null` where that is empty, or of a kind that cannot. */
function blocksWithControl(content: BaseMessage["content"]): Blocks | null {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const last = blocks.at(-1);
  if (last === undefined || (last.type === "text" && last["text"] === "")) return null;
  if (last.type.includes("thinking")) return null;
  return [...blocks.slice(0, -1), { ...last, cache_control: CONTROL }];
}

/** ChatAnthropic makes a block of a result itself, without a place for this: here the block is made before. */
function resultWithControl(message: ToolMessage): BaseMessage {
  const { content, tool_call_id } = message;
  if (typeof content !== "string") return message;
  const block = { type: "tool_result", tool_use_id: tool_call_id, content, cache_control: CONTROL };
  return new HumanMessage({ content: [block] });
}
