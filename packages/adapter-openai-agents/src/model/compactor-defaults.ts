import type { CompactorOptions } from "@cutpoint/core";
import { withOfflineFallback } from "@cutpoint/host-kit";
import { NATIVE_TOOL_KINDS } from "../items/native-calls.ts";

/** Adds the offline summarizer, and the kinds of the SDK's own tools. */
export function withDefaults<
  Options extends Partial<Pick<CompactorOptions, "summarizer" | "toolKinds">>,
>(options: Options): Options & Pick<CompactorOptions, "summarizer"> {
  const { toolKinds = {} } = options;
  const own = { ...options, summarizer: withOfflineFallback(options.summarizer) };
  return typeof toolKinds === "function"
    ? own
    : { ...own, toolKinds: { ...NATIVE_TOOL_KINDS, ...toolKinds } };
}
