import { createRecallTool, type RecallSource, type RecallToolOptions } from "@cutpoint/session";
import { DynamicStructuredTool } from "@langchain/core/tools";

/** Creates a tool that searches compacted messages, in a session or another source. */
export function createLangChainRecallTool(
  source: RecallSource,
  options: RecallToolOptions = {},
): DynamicStructuredTool {
  const recall = createRecallTool(source, options);
  const { name, description, parameters } = recall;
  return new DynamicStructuredTool({
    name,
    description,
    schema: parameters,
    func: async (input: unknown, _runManager, config) => recall.execute(input, config?.signal),
  });
}
