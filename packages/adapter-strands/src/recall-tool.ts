import { createHostRecallTool, type HostRecallSource } from "@cutpoint/host-kit";
import type { RecallToolOptions } from "@cutpoint/session";
import {
  FunctionTool,
  type InvokableTool,
  type JSONValue,
  type Message,
  type ToolContext,
} from "@strands-agents/sdk";
import { dataOf } from "./convert.ts";
import { strandsFormat, type StrandsMessage } from "./format.ts";

/** What Strands passes to a tool. It is missing if the app invokes the tool. */
type Call = ToolContext | undefined;

type Source = HostRecallSource<Message, Call>;

/**
 * Creates a tool `recall` that searches the messages of the agent that calls it.
 *
 * @param sources what is searched too: a session, or a function that returns messages. Default: none
 * @throws `invalid-input` if a source cannot be searched, or `maxTokens` is not a positive integer
 */
export function createRecallTool(
  sources: Source | readonly Source[] = [],
  options: RecallToolOptions = {},
): InvokableTool<unknown, JSONValue> {
  const own = (context: Call): readonly Message[] => context?.agent.messages ?? [];
  const all = [own, ...[sources].flat()].map((source): HostRecallSource<StrandsMessage, Call> => {
    if (typeof source !== "function") return source;
    return async (context) => (await source(context)).map(dataOf);
  });
  const { description, execute, name, parameters } = createHostRecallTool(
    all,
    strandsFormat,
    options,
  );
  return new FunctionTool({
    name,
    description,
    inputSchema: parameters,
    callback: async (input, context?: ToolContext) =>
      execute(input, context, context?.cancelSignal),
  });
}
