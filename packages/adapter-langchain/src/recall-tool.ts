import { createRecallTool, type RecallSource, type RecallToolOptions } from "@cutpoint/core";
import { DynamicStructuredTool } from "@langchain/core/tools";

/** A tool by which an agent looks up what compaction has taken out of its sight, in a session or another source. */
export function createRecallStructuredTool(
  source: RecallSource,
  options: RecallToolOptions = {},
): DynamicStructuredTool {
  const { name, description, parameters, execute } = createRecallTool(source, options);
  return new DynamicStructuredTool({
    name,
    description,
    schema: parameters,
    func: async (input: unknown, _runManager, config) => execute(input, config?.signal),
  });
}
