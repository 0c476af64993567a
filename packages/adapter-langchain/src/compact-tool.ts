import { createHostCompactTool } from "@cutpoint/host-kit";
import type { BaseMessage } from "@langchain/core/messages";
import { DynamicStructuredTool } from "@langchain/core/tools";
import { unitFormat } from "./message/unit-format.ts";

/**
 * Creates the tool `compact_conversation` with which a model asks for a compaction. The chat history needs the option
 * `compactTool`, which compacts after the answer.
 *
 * An agent with `createCompactionMiddleware({ compactTool: true })` has the tool already.
 *
 * @param messages returns the messages of the conversation, oldest first
 */
export function createCompactTool(
  messages: () => readonly BaseMessage[] | Promise<readonly BaseMessage[]>,
): DynamicStructuredTool {
  const { description, execute, name, parameters } = createHostCompactTool(messages, unitFormat);
  return new DynamicStructuredTool({
    name,
    description,
    schema: parameters,
    func: async (input: unknown) => execute(input, undefined),
  });
}
