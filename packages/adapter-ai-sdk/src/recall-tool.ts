import { createRecallTool, type RecallSource, type RecallToolOptions } from "@cutpoint/session";
import { jsonSchema, type Tool, tool } from "ai";

/** Creates a tool that searches compacted messages, in a session or another source. */
export function createAiSdkRecallTool(
  source: RecallSource,
  options: RecallToolOptions = {},
): Tool<unknown, string> {
  const recall = createRecallTool(source, options);
  return tool({
    description: recall.description,
    inputSchema: jsonSchema(recall.parameters),
    execute: async (input, { abortSignal }) => recall.execute(input, abortSignal),
  });
}
