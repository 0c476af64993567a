import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";
import {
  anthropicCodec,
  type AnthropicMessage,
  createWireRecallTool,
  type RecallTool,
  type RecallToolOptions,
  type WireRecallSource,
} from "@cutpoint/host-kit/http";

type Source = WireRecallSource<MessageParam>;

/**
 * Creates a tool `recall` that searches compacted messages.
 *
 * @param sources a function that returns the messages of the conversation, or a session of `openSession`
 * @throws `invalid-input` if a source cannot be searched, or `maxTokens` is not a positive integer
 */
export function createRecallTool(
  sources: Source | readonly Source[],
  options?: RecallToolOptions,
): RecallTool {
  return createWireRecallTool(
    sources as readonly WireRecallSource<AnthropicMessage>[],
    anthropicCodec,
    options,
  );
}
