import type { CompactorOptions } from "@cutpoint/core";
import { modelCatalog } from "@cutpoint/models";
import { withOfflineFallback } from "@cutpoint/host-kit";
import { NATIVE_TOOL_KINDS } from "../items/native-calls.ts";

type Defaulted = Partial<Pick<CompactorOptions, "catalog" | "digest" | "summarizer">>;

/** Adds the kinds of the SDK's own tools, the catalog of models, and the offline summarizer as the last one. */
export function withDefaults<Options extends Defaulted>(
  options: Options,
): Options & Pick<CompactorOptions, "summarizer"> {
  const { toolKinds = {}, ...digest } = options.digest ?? {};
  const withKinds =
    typeof toolKinds === "function"
      ? options
      : { ...options, digest: { ...digest, toolKinds: { ...NATIVE_TOOL_KINDS, ...toolKinds } } };
  const { catalog = modelCatalog, summarizer } = options;
  return { ...withKinds, catalog, summarizer: withOfflineFallback(summarizer) };
}
