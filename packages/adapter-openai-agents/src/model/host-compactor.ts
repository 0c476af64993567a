import {
  type CompactorOptions,
  createCompactor,
  type Fitted,
  type FitOptions,
  type History,
  type Mark,
  type Outcome,
  viewOf,
  type ViewWarning,
} from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { type HostItems, hostView } from "../items/host-items.ts";
import { NATIVE_TOOL_KINDS } from "../items/native-calls.ts";

export type HostCompactorOptions = CompactorOptions & {
  /**
   * Told what a reader of the view may want to know: items that the mark stands on are gone, a call has no result. Must not
   * throw.
   */
  readonly onWarning?: (warning: ViewWarning) => void;
};

/** The items to send, the mark to keep, and what was done. */
export type HostFitted = {
  readonly items: AgentInputItem[];
  readonly mark: Mark | null;
  readonly outcome: Outcome;
};

/** The engine over the items of the SDK. */
export type HostCompactor = {
  readonly fit: (host: HostItems, mark: Mark | null, request: FitOptions) => Promise<HostFitted>;
  readonly recover: (
    host: HostItems,
    mark: Mark | null,
    error: unknown,
    request: FitOptions,
  ) => Promise<HostFitted & { readonly retry: boolean }>;
};

export function createHostCompactor(options: HostCompactorOptions): HostCompactor {
  const { onWarning = () => undefined, ...compactorOptions } = options;
  const compactor = createCompactor(withNativeTools(compactorOptions));
  return {
    async fit(host, mark, request) {
      const history: History = { items: host.items, mark };
      const fitted = await compactor.fit(history, request);
      warningsOf(history, fitted).forEach(onWarning);
      return hostFitted(host, fitted);
    },
    async recover(host, mark, error, request) {
      const history = mayRecover({ items: host.items, mark });
      const recovered = await compactor.recover(history, error, request);
      return { ...hostFitted(host, recovered), retry: recovered.retry };
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

/**
 * An agent calls its model many times for one human message: a recovery is spent only until the model has answered
 * again.
 */
function mayRecover(history: History): History {
  const { items, mark } = history;
  if (mark === null || mark.guard.recoveredFor === null) return history;
  if (mark.guard.compactedThrough === (items.at(-1)?.id ?? null)) return history;
  return { items, mark: { ...mark, guard: { ...mark.guard, recoveredFor: null } } };
}

function hostFitted(host: HostItems, { view, mark, outcome }: Fitted): HostFitted {
  return { items: hostView(view, host, mark), mark, outcome };
}
