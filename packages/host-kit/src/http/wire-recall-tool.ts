import type { RecallTool, RecallToolOptions } from "@cutpoint/session";
import { createHostRecallTool, type HostRecallSource } from "../recall-tool.ts";
import type { UnitFormat } from "../unit-format.ts";

/** What the recall tool of an HTTP API searches. */
export type WireRecallSource<Wire> = HostRecallSource<Wire, void>;

/** Creates the recall tool of an HTTP API, whose tools the app runs. See `createHostRecallTool`. */
export function createWireRecallTool<Unit, Wire>(
  sources: WireRecallSource<Wire> | readonly WireRecallSource<Wire>[],
  format: Pick<UnitFormat<Unit, Wire>, "split" | "toMessage">,
  options?: RecallToolOptions,
): RecallTool {
  const { execute, ...definition } = createHostRecallTool([sources].flat(), format, options);
  return { ...definition, execute: (input, signal) => execute(input, undefined, signal) };
}
