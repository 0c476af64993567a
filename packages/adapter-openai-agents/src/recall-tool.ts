import { createRecallTool, type RecallSource, type RecallToolOptions } from "@cutpoint/session";
import { type FunctionTool, tool } from "@openai/agents-core";
import { isRecord } from "./items/json.ts";
import type { StoredSession } from "./session/compacting-session.ts";

/**
 * A tool by which an agent looks up what compaction has taken out of its sight.
 *
 * @param source a session of `createCompactingSession` over a store, a session of `openSession`, or anything that can
 * search
 */
export function createRecallFunctionTool(
  source: RecallSource | Pick<StoredSession, "session">,
  options: RecallToolOptions = {},
): FunctionTool {
  const recall = createRecallTool("session" in source ? searchedLater(source) : source, options);
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

/** The session is opened when it is first searched. */
function searchedLater({ session }: Pick<StoredSession, "session">): RecallSource {
  return {
    async search(query, options) {
      const opened = await session();
      return opened.search(query, options);
    },
  };
}
