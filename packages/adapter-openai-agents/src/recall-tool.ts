import { isRecord } from "@cutpoint/core/kit";
import { createRecallTool, type RecallSource, type RecallToolOptions } from "@cutpoint/session";
import { type FunctionTool, tool } from "@openai/agents-core";
import type { StoredSession } from "./session/compacting-session.ts";

/**
 * Creates a tool that searches compacted items.
 *
 * @param source a session of `createCompactingSession` over a store, a session of `openSession`, or another source that
 * can search
 */
export function createAgentsRecallTool(
  source: RecallSource | Pick<StoredSession, "session">,
  options: RecallToolOptions = {},
): FunctionTool {
  // The session is opened at the first search.
  const lazySource: RecallSource = {
    search: async (...request) =>
      ("session" in source ? await source.session() : source).search(...request),
  };
  const recall = createRecallTool(lazySource, options);
  const { name, description, parameters } = recall;
  const { properties } = parameters;
  return tool({
    name,
    description,
    parameters: {
      type: "object",
      properties: isRecord(properties) ? properties : {},
      required: ["query"],
      additionalProperties: true,
    },
    strict: false,
    execute: async (input: unknown, _context, details) => recall.execute(input, details?.signal),
  });
}
