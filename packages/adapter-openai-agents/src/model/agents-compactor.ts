import {
  type CompactionState,
  type Compactor,
  type CompactorOptions,
  createCompactor,
  type FitOptions,
  type FitResult,
  type RecoverResult,
  type ViewWarning,
} from "@cutpoint/core";
import { modelCatalog } from "@cutpoint/core/models";
import { withOfflineFallback } from "@cutpoint/host-kit";
import type { HostItems } from "../items/host-items.ts";
import { NATIVE_TOOL_KINDS } from "../items/native-calls.ts";

type Summarizers = CompactorOptions["summarizer"];

export type AgentsCompactorOptions = Omit<CompactorOptions, "summarizer"> & {
  /**
   * One summarizer, a list that is tried in order, or a function of the plan. A summarizer or list is followed by the
   * offline one, so a model that fails does not end a run. The result of a function is used as it is. Default:
   * `createExtractiveSummarizer()`.
   */
  readonly summarizer?: Summarizers;
  /** Called for each warning about a view, for example a call without a result. Must not throw. */
  readonly onWarning?: (warning: ViewWarning) => void;
};

/** A compactor for items of the SDK. */
export type AgentsCompactor = Pick<Compactor, "usage"> & {
  /** Returns whether `fit` would compact. */
  readonly needsCompaction: (
    host: HostItems,
    state: CompactionState | null,
    request: FitOptions,
  ) => boolean;
  readonly fit: (
    host: HostItems,
    state: CompactionState | null,
    request: FitOptions,
  ) => Promise<FitResult>;
  readonly recover: (
    host: HostItems,
    state: CompactionState | null,
    error: unknown,
    request: FitOptions,
  ) => Promise<RecoverResult>;
};

export function createAgentsCompactor(options: AgentsCompactorOptions): AgentsCompactor {
  const { onWarning = () => undefined, ...compactorOptions } = options;
  const compactor = createCompactor(withDefaults(compactorOptions));
  const withWarnings = <Result extends FitResult>(result: Result): Result => {
    result.warnings.forEach(onWarning);
    return result;
  };
  return {
    usage: (history, request) => compactor.usage(history, request),
    needsCompaction: ({ items }, state, request) =>
      compactor.plan({ items, state }, request).type !== "no-plan",
    async fit({ items }, state, request) {
      return withWarnings(await compactor.fit({ items, state }, request));
    },
    async recover({ items }, state, error, request) {
      return withWarnings(await compactor.recover({ items, state }, error, request));
    },
  };
}

type Defaulted = Pick<CompactorOptions, "catalog" | "digest"> &
  Pick<AgentsCompactorOptions, "summarizer">;

/** Adds the kinds of the SDK's own tools, and the offline summarizer as the last one. */
export function withDefaults<Options extends Defaulted>(
  options: Options,
): Options & { readonly summarizer: Summarizers } {
  const { toolKinds = {}, ...digest } = options.digest ?? {};
  const withKinds =
    typeof toolKinds === "function"
      ? options
      : { ...options, digest: { ...digest, toolKinds: { ...NATIVE_TOOL_KINDS, ...toolKinds } } };
  const { catalog = modelCatalog, summarizer } = options;
  return { ...withKinds, catalog, summarizer: withOfflineFallback(summarizer) };
}
