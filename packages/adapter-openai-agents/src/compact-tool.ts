import { createHostCompactTool, type HostMessages } from "@cutpoint/host-kit";
import type { AgentInputItem, FunctionTool, Session } from "@openai/agents-core";
import { createTool, type ToolCall } from "./host-tool.ts";
import { unitFormat } from "./items/unit-format.ts";

/**
 * Creates the tool `compact_conversation` with which a model asks for a compaction. `withCompaction` or the compacting
 * session needs the option `compactTool`, which compacts after the answer.
 *
 * @param source a session of the SDK, or a function that returns items, oldest first. It is called with the context of the
 * run.
 */
export function createCompactTool(
  source: Pick<Session, "getItems"> | HostMessages<AgentInputItem, ToolCall>,
): FunctionTool {
  const messages = typeof source === "function" ? source : async () => source.getItems();
  return createTool(createHostCompactTool(messages, unitFormat));
}
