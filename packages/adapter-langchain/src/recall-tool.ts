import { createHostRecallTool, type HostRecallSource } from "@cutpoint/host-kit";
import type { RecallToolOptions } from "@cutpoint/session";
import type { BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import { DynamicStructuredTool } from "@langchain/core/tools";
import { unitFormat } from "./message/unit-format.ts";

/** What LangChain passes to a tool. */
type Call = RunnableConfig | undefined;

type Source = HostRecallSource<BaseMessage, Call>;

/**
 * Creates a tool `recall` that searches compacted messages.
 *
 * An agent with `createCompactionMiddleware({ recall: true })` has it already, for its thread.
 *
 * @param sources a `CompactingChatMessageHistory`, a session, or a function that returns messages
 * @throws `invalid-input` if a source cannot be searched, or `maxTokens` is not a positive integer
 */
export function createRecallTool(
  sources: Source | readonly Source[],
  options: RecallToolOptions = {},
): DynamicStructuredTool {
  const { description, execute, name, parameters } = createHostRecallTool(
    [sources].flat(),
    unitFormat,
    options,
  );
  return new DynamicStructuredTool({
    name,
    description,
    schema: parameters,
    func: async (input: unknown, _runManager, config) => execute(input, config, config?.signal),
  });
}
