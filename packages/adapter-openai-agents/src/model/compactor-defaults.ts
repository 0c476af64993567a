import type { CompactorOptions } from "@cutpoint/core";
import { withAdapterDefaults } from "@cutpoint/host-kit";
import { NATIVE_TOOL_KINDS } from "../items/native-calls.ts";

/** Adds the defaults of adapters, and the kinds of the SDK's own tools. */
export function withDefaults<
  Options extends Partial<Pick<CompactorOptions, "catalog" | "summarizer" | "toolKinds">>,
>(options: Options): Options & Pick<CompactorOptions, "summarizer"> {
  const { toolKinds = {} } = options;
  const own = withAdapterDefaults(options);
  return typeof toolKinds === "function"
    ? own
    : { ...own, toolKinds: { ...NATIVE_TOOL_KINDS, ...toolKinds } };
}
