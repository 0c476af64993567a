import {
  type CompactorOptions,
  createCompactor,
  type Fitted,
  type FitOptions,
  type History,
  type Mark,
  type Recovered,
  viewOf,
  type ViewWarning,
} from "@cutpoint/core";
import type { HostItems } from "../items/host-items.ts";
import { NATIVE_TOOL_KINDS } from "../items/native-calls.ts";

export type HostCompactorOptions = CompactorOptions & {
  /**
   * Told what a reader of the view may want to know: items that the mark stands on are gone, a call has no result. Must not
   * throw.
   */
  readonly onWarning?: (warning: ViewWarning) => void;
};

/** The engine over the items of the SDK. */
export type HostCompactor = {
  readonly fit: (host: HostItems, mark: Mark | null, request: FitOptions) => Promise<Fitted>;
  readonly recover: (
    host: HostItems,
    mark: Mark | null,
    error: unknown,
    request: FitOptions,
  ) => Promise<Recovered>;
};

export function createHostCompactor(options: HostCompactorOptions): HostCompactor {
  const { onWarning = () => undefined, ...compactorOptions } = options;
  const compactor = createCompactor(withNativeTools(compactorOptions));
  return {
    async fit(host, mark, request) {
      const history: History = { items: host.items, mark };
      const fitted = await compactor.fit(history, request);
      warningsOf(history, fitted).forEach(onWarning);
      return fitted;
    },
    async recover(host, mark, error, request) {
      return compactor.recover({ items: host.items, mark }, error, request);
    },
  };
}

/** What the SDK's own tools do, unless the host says otherwise. */
function withNativeTools(options: CompactorOptions): CompactorOptions {
  const { toolKinds = {}, ...digest } = options.digest ?? {};
  if (typeof toolKinds === "function") return options;
  return { ...options, digest: { ...digest, toolKinds: { ...NATIVE_TOOL_KINDS, ...toolKinds } } };
}

/** Those of the view; and of the boundary, which a new mark hides. */
function warningsOf(history: History, { view, mark }: Fitted): readonly ViewWarning[] {
  if (mark === history.mark) return view.warnings;
  const boundary = viewOf(history).warnings.filter(({ type }) => type.endsWith("-boundary"));
  return [...boundary, ...view.warnings];
}
