import { type CompactTool, createCompactTool } from "@cutpoint/session";
import { type HostMessages, itemsIn } from "./recall-tool.ts";
import type { UnitFormat } from "./unit-format.ts";

/** The compact tool of an adapter. `Call` is what the host passes to its tools. */
export type HostCompactTool<Call> = Omit<CompactTool, "execute"> & {
  /** Returns the tool result for the model. */
  readonly execute: (input: unknown, call: Call) => Promise<string>;
};

/**
 * Creates the compact tool of an adapter. The adapter's option `compactTool` carries out what it requests.
 *
 * @param messagesOf returns the messages of the conversation, oldest first
 */
export function createHostCompactTool<Unit, HostMessage, Call>(
  messagesOf: HostMessages<HostMessage, Call>,
  format: Pick<UnitFormat<Unit, HostMessage>, "split" | "toMessage">,
): HostCompactTool<Call> {
  const { execute: _unbound, ...definition } = createCompactTool(() => []);
  return {
    ...definition,
    execute: async (input, call) =>
      createCompactTool(async () => itemsIn(await messagesOf(call), format)).execute(input),
  };
}
