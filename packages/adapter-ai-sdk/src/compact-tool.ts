import { createHostCompactTool } from "@cutpoint/host-kit";
import { jsonSchema, type ModelMessage, type Tool, tool } from "ai";
import { unitFormat } from "./prompt/unit-format.ts";

/**
 * Creates the tool with which a model asks for a compaction, for `tools: { compact_conversation: createCompactTool() }`. The
 * model needs the option `compactTool`, which compacts after the answer.
 */
export function createCompactTool(): Tool<unknown, string> {
  const { description, execute, parameters } = createHostCompactTool(
    ({ messages }: { readonly messages: readonly ModelMessage[] }) => messages,
    unitFormat,
  );
  return tool({ description, inputSchema: jsonSchema(parameters), execute });
}
