import { createHostRecallTool, type HostRecallSource } from "@cutpoint/host-kit";
import type { RecallToolOptions } from "@cutpoint/session";
import type { AgentInputItem, FunctionTool, Session } from "@openai/agents-core";
import { createTool, type ToolCall } from "./host-tool.ts";
import { unitFormat } from "./items/unit-format.ts";
import type { CompactingSession } from "./session/compacting-session.ts";

type Source = HostRecallSource<AgentInputItem, ToolCall> | Pick<Session, "getItems">;

/**
 * Creates a tool `recall` that searches compacted items.
 *
 * @param sources a session of the SDK, one of `createCompactingSession`, one of `openSession`, or a function that returns
 * items. It is called with the context of the run, so that agents can be shared by conversations.
 * @throws `invalid-input` if a source cannot be searched, or `maxTokens` is not a positive integer
 */
export function createRecallTool(
  sources: Source | readonly Source[],
  options: RecallToolOptions = {},
): FunctionTool {
  const searched = [sources].flat().map(searchable);
  return createTool(createHostRecallTool(searched, unitFormat, options));
}

/** A session over a store is searched by its index. Others return all of their items. */
function searchable(source: Source): HostRecallSource<AgentInputItem, ToolCall> {
  if (typeof source !== "object" || source === null || !("getItems" in source)) return source;
  if ("session" in source) return source as Exclude<Source, Pick<Session, "getItems">>;
  return "getAllItems" in source
    ? () => (source as CompactingSession).getAllItems()
    : () => source.getItems();
}
