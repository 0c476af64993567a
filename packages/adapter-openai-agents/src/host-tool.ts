import type { HostTool } from "@cutpoint/host-kit";
import { type FunctionTool, type RunContext, tool } from "@openai/agents-core";

/** What the SDK passes to a tool. */
export type ToolCall = RunContext | undefined;

/** Creates a tool of the SDK. */
export function createTool({
  execute,
  parameters,
  ...definition
}: HostTool<ToolCall>): FunctionTool {
  return tool({
    ...definition,
    parameters: { ...parameters, additionalProperties: true } as never,
    strict: false,
    execute: (input: unknown, context, details) => execute(input, context, details?.signal),
  });
}
