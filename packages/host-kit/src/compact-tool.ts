import { createCompactTool } from "@cutpoint/session";
import { type HostMessages, type HostTool, itemsIn } from "./recall-tool.ts";
import type { UnitFormat } from "./unit-format.ts";

/**
 * Creates the compact tool of an adapter. The adapter's option `compactTool` carries out what it requests.
 *
 * @param messagesOf returns the messages of the conversation, oldest first
 */
export function createHostCompactTool<Unit, HostMessage, Call>(
  messagesOf: HostMessages<HostMessage, Call>,
  format: Pick<UnitFormat<Unit, HostMessage>, "split" | "toMessage">,
): HostTool<Call> {
  const { execute: _unbound, ...definition } = createCompactTool(() => []);
  return {
    ...definition,
    execute: async (input, call) =>
      createCompactTool(async () => itemsIn(await messagesOf(call), format)).execute(input),
  };
}
