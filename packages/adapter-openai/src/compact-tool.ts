import { type CompactTool, createWireCompactTool } from "@cutpoint/host-kit/http";
import { anyFormat } from "./recall-tool.ts";

/**
 * Creates the tool `compact_conversation` with which a model asks for a compaction. `withCompaction` needs the option
 * `compactTool`, which compacts after the answer.
 *
 * @param messages returns the messages of Chat Completions or the items of Responses, oldest first
 */
export function createCompactTool(
  messages: () => readonly object[] | Promise<readonly object[]>,
): CompactTool {
  return createWireCompactTool(messages, anyFormat);
}
