import { createHostCompactTool } from "@cutpoint/host-kit";
import {
  FunctionTool,
  type InvokableTool,
  type JSONValue,
  type ToolContext,
} from "@strands-agents/sdk";
import { dataOf } from "./convert.ts";
import { strandsFormat } from "./format.ts";

/**
 * Creates the tool `compact_conversation` with which a model asks for a compaction of its agent's messages. The middleware
 * needs the option `compactTool`, which compacts after the answer.
 */
export function createCompactTool(): InvokableTool<unknown, JSONValue> {
  const { description, execute, name, parameters } = createHostCompactTool(
    (context: ToolContext | undefined) => (context?.agent.messages ?? []).map(dataOf),
    strandsFormat,
  );
  return new FunctionTool({
    name,
    description,
    inputSchema: parameters,
    callback: async (input, context?: ToolContext) => execute(input, context),
  });
}
