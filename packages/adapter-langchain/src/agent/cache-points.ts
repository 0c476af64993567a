import { isRecord } from "@cutpoint/core/kit";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";

/** Anthropic accepts at most 4 cache points in a request. */
const MAX_CACHE_POINTS = 4;

const CONTROL = { type: "ephemeral" } as const;

/** Returns whether a chat model calls Anthropic's Messages API, which caches only at given cache points. */
export function wantsCachePoints(chatModel: unknown): boolean {
  return (
    isRecord(chatModel) &&
    typeof chatModel["_llmType"] === "function" &&
    (chatModel as { readonly _llmType: () => unknown })._llmType() === "anthropic"
  );
}

/**
 * Returns the messages of a view with a `cache_control` at each cache point.
 *
 * A request has at most 4, including those that the host set: the oldest cache points of the view are left out first. A
 * message without a block that accepts `cache_control` is unchanged.
 *
 * @param others other parts of the request that may have a `cache_control`
 */
export function withCachePoints(
  messages: readonly BaseMessage[],
  cachePoints: readonly number[],
  others: readonly unknown[],
): BaseMessage[] {
  const contents: readonly unknown[] = [...others, ...messages.map(({ content }) => content)];
  const existing = contents.reduce<number>((count, content) => count + controlsIn(content), 0);
  const remaining = Math.max(0, MAX_CACHE_POINTS - existing);
  const points = new Set(remaining === 0 ? [] : cachePoints.slice(-remaining));
  return messages.map((message, index) => (points.has(index) ? withControl(message) : message));
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

/** Adds `cache_control` to the last block. Returns `null` if that is empty or does not accept it. */
function blocksWithControl(content: BaseMessage["content"]): Blocks | null {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const last = blocks.at(-1);
  if (last === undefined || (last.type === "text" && last["text"] === "")) return null;
  if (last.type.includes("thinking")) return null;
  return [...blocks.slice(0, -1), { ...last, cache_control: CONTROL }];
}

/** ChatAnthropic converts a text result to a block without `cache_control`, so the block is built here. */
function resultWithControl(message: ToolMessage): BaseMessage {
  const { content, tool_call_id } = message;
  if (typeof content !== "string") return message;
  const block = { type: "tool_result", tool_use_id: tool_call_id, content, cache_control: CONTROL };
  return new HumanMessage({ content: [block] });
}
