import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";
import {
  anthropicCodec,
  type AnthropicMessage,
  type CompactTool,
  createWireCompactTool,
} from "@cutpoint/host-kit/http";

/**
 * Creates the tool `compact_conversation` with which a model asks for a compaction. The middleware needs the option
 * `compactTool`, which compacts after the answer.
 *
 * @param messages returns the messages of the conversation, oldest first
 */
export function createCompactTool(
  messages: () => readonly MessageParam[] | Promise<readonly MessageParam[]>,
): CompactTool {
  return createWireCompactTool(messages as () => readonly AnthropicMessage[], anthropicCodec);
}
