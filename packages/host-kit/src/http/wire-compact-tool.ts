import type { CompactTool } from "@cutpoint/session";
import { createHostCompactTool } from "../compact-tool.ts";
import type { HostMessages } from "../recall-tool.ts";
import type { UnitFormat } from "../unit-format.ts";

/** Creates the compact tool of an HTTP API, whose tools the app runs. See `createHostCompactTool`. */
export function createWireCompactTool<Unit, Wire>(
  messages: HostMessages<Wire, void>,
  format: Pick<UnitFormat<Unit, Wire>, "split" | "toMessage">,
): CompactTool {
  const { execute, ...definition } = createHostCompactTool(messages, format);
  return { ...definition, execute: (input) => execute(input, undefined) };
}
