import { createHostCompactTool } from "@cutpoint/host-kit";
import {
  type AgentInputItem,
  type FunctionTool,
  type RunContext,
  type Session,
  tool,
} from "@openai/agents-core";
import { unitFormat } from "./items/unit-format.ts";

/**
 * Creates the tool `compact_conversation` with which a model asks for a compaction. `withCompaction` or the compacting
 * session needs the option `compactTool`, which compacts after the answer.
 *
 * @param source a session of the SDK, or a function that returns items, oldest first. It is called with the context of the
 * run.
 */
export function createCompactTool(
  source:
    | Pick<Session, "getItems">
    | ((
        context: RunContext | undefined,
      ) => readonly AgentInputItem[] | Promise<readonly AgentInputItem[]>),
): FunctionTool {
  const messages = typeof source === "function" ? source : async () => source.getItems();
  const { description, execute, name, parameters } = createHostCompactTool(messages, unitFormat);
  return tool({
    name,
    description,
    parameters: { ...parameters, additionalProperties: true } as never,
    strict: false,
    execute: async (input: unknown, context) => execute(input, context),
  });
}
