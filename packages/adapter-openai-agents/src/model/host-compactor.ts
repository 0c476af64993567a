import {
  type CompactorOptions,
  createCompactor,
  type FitResult,
  type FitOptions,
  type History,
  type CompactionState,
  type RecoverResult,
  viewOf,
  type ViewWarning,
} from "@cutpoint/core";
import type { HostItems } from "../items/host-items.ts";
import { NATIVE_TOOL_KINDS } from "../items/native-calls.ts";

export type AgentsCompactorOptions = CompactorOptions & {
  /**
   * Told what a reader of the view may want to know: items that the state stands on are gone, a call has no result. Must not
   * throw.
   */
  readonly onWarning?: (warning: ViewWarning) => void;
};

/** The engine over the items of the SDK. */
export type HostCompactor = {
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

export function createHostCompactor(options: AgentsCompactorOptions): HostCompactor {
  const { onWarning = () => undefined, ...compactorOptions } = options;
  const compactor = createCompactor(withNativeTools(compactorOptions));
  return {
    async fit(host, state, request) {
      const history: History = { items: host.items, state };
      const fitted = await compactor.fit(history, request);
      warningsOf(history, fitted).forEach(onWarning);
      return fitted;
    },
    async recover(host, state, error, request) {
      return compactor.recover({ items: host.items, state }, error, request);
    },
  };
}

/** What the SDK's own tools do, unless the host says otherwise. */
function withNativeTools(options: CompactorOptions): CompactorOptions {
  const { toolKinds = {}, ...digest } = options.digest ?? {};
  if (typeof toolKinds === "function") return options;
  return { ...options, digest: { ...digest, toolKinds: { ...NATIVE_TOOL_KINDS, ...toolKinds } } };
}

/** Those of the view; and of the boundary, which a new state hides. */
function warningsOf(history: History, { view, state }: FitResult): readonly ViewWarning[] {
  if (state === history.state) return view.warnings;
  const boundary = viewOf(history).warnings.filter(({ type }) => type.endsWith("-boundary"));
  return [...boundary, ...view.warnings];
}
