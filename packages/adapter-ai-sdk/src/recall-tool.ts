import { createHostRecallTool, type HostRecallSource } from "@cutpoint/host-kit";
import type { RecallToolOptions } from "@cutpoint/session";
import {
  convertToModelMessages,
  jsonSchema,
  type ModelMessage,
  type Tool,
  tool,
  type UIMessage,
} from "ai";
import { unitFormat } from "./prompt/unit-format.ts";

/** What the AI SDK passes to a tool. */
type Call = { readonly messages: readonly ModelMessage[] };

type Source = HostRecallSource<ModelMessage | UIMessage, Call>;

/**
 * Creates a tool that searches the messages of the request in which a model calls it, for `tools: { recall }`.
 *
 * @param sources what is searched too: a session, or a function that returns messages, for example those of a chat page
 * of which only the newest are sent. Default: none
 * @throws `invalid-input` if a source cannot be searched, or `maxTokens` is not a positive integer
 */
export function createRecallTool(
  sources: Source | readonly Source[] = [],
  options: RecallToolOptions = {},
): Tool<unknown, string> {
  const own = ({ messages }: Call): readonly ModelMessage[] => messages;
  const all = [own, ...[sources].flat()].map((source) =>
    typeof source === "function" ? async (call: Call) => modelMessages(await source(call)) : source,
  );
  const { description, execute, parameters } = createHostRecallTool(all, unitFormat, options);
  return tool({
    description,
    inputSchema: jsonSchema(parameters),
    execute: (input, call) => execute(input, call, call.abortSignal),
  });
}

async function modelMessages(
  messages: readonly (ModelMessage | UIMessage)[],
): Promise<readonly ModelMessage[]> {
  const converted = messages.map(async (message) =>
    "parts" in message ? convertToModelMessages([message]) : [message],
  );
  return (await Promise.all(converted)).flat();
}
