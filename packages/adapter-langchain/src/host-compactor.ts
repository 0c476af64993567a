import {
  type Compactor,
  type CompactorOptions,
  createCompactor,
  type FitResult,
  type FitOptions,
  type History,
  type CompactionState,
  type FitOutcome,
  type ContextUsage,
  viewOf,
  type ViewWarning,
} from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import { stateWithin, type TrimmedPart } from "./mark-within.ts";
import { createHostViewer } from "./host-view.ts";
import { createItemReader, type ReadItems } from "./message/items.ts";

/** Something about a view, or that a state was too large for its place and what it was let go of. */
export type CompactionWarning =
  | ViewWarning
  | { readonly type: "state-trimmed"; readonly id: null; readonly trimmed: readonly TrimmedPart[] };

export type HostCompactorOptions = CompactorOptions & {
  /**
   * Told what a reader of the view may want to know: messages that the state stands on are gone, a call has no result. Must
   * not throw.
   */
  readonly onWarning?: (warning: CompactionWarning) => void;
};

/** The messages to send, the state to keep, and what was done. */
export type HostFitted = {
  readonly messages: readonly BaseMessage[];
  /** How many of them stand before the host's own. */
  readonly prefixLength: number;
  /** The places of the messages after which the provider should keep what it has read. */
  readonly cachePoints: readonly number[];
  /** Whether the messages are the very ones that came in. */
  readonly isUntouched: boolean;
  readonly state: CompactionState | null;
  readonly outcome: FitOutcome;
};

/** The engine over LangChain's messages. */
export type HostCompactor = {
  readonly usage: (
    messages: readonly BaseMessage[],
    state: CompactionState | null,
    request: FitOptions,
  ) => ContextUsage;
  readonly fit: (
    messages: readonly BaseMessage[],
    state: CompactionState | null,
    request: FitOptions,
  ) => Promise<HostFitted>;
  readonly recover: (
    messages: readonly BaseMessage[],
    state: CompactionState | null,
    error: unknown,
    request: FitOptions,
  ) => Promise<HostFitted & { readonly retry: boolean }>;
};

/** @param maxStateBytes what a new mark may take as JSON; default: any size */
export function createHostCompactor(
  options: HostCompactorOptions,
  maxStateBytes: number = Number.POSITIVE_INFINITY,
): HostCompactor {
  const { onWarning = () => undefined, ...compactorOptions } = options;
  const compactor: Compactor = createCompactor(compactorOptions);
  const reader = createItemReader();
  const viewer = createHostViewer();

  const read = (
    messages: readonly BaseMessage[],
    state: CompactionState | null,
    model?: string,
  ): Read => {
    const host = reader.read(messages, { model, state });
    return { host, history: { items: host.items, state } };
  };
  /** Before anything is done, what was read before is looked at again. */
  const readAgain = (
    messages: readonly BaseMessage[],
    state: CompactionState | null,
    model?: string,
  ): Read => {
    reader.forgetChanged(messages, { model, state });
    return read(messages, state, model);
  };
  const hostFitted = (
    given: readonly BaseMessage[],
    { host }: Read,
    fitted: FitResult,
  ): HostFitted => {
    const { view, state, outcome } = fitted;
    const messages = viewer(view, host, state);
    const isUntouched =
      messages.length === given.length &&
      messages.every((message, index) => message === given[index]);
    const first = view.ids.findIndex((id) => id !== null);
    const prefixLength = first === -1 ? messages.length : first;
    return { messages, prefixLength, cachePoints: view.cachePoints, isUntouched, state, outcome };
  };

  const limited = (history: History, fitted: FitResult, request: FitOptions): FitResult => {
    if (fitted.state === null || fitted.outcome.type !== "compacted") return fitted;
    const { state, trimmed } = stateWithin(fitted.state, maxStateBytes);
    if (trimmed.length === 0) return fitted;
    onWarning({ type: "state-trimmed", id: null, trimmed });
    return { ...fitted, state, view: viewOf({ items: history.items, state }, request) };
  };

  return {
    usage: (messages, state, request) =>
      compactor.usage(read(messages, state, request.model).history, request),
    async fit(messages, state, request) {
      const quick = read(messages, state, request.model);
      const isToLookAt =
        quick.host.isRemembered && compactor.plan(quick.history, request).type !== "no-plan";
      const now = isToLookAt ? readAgain(messages, state, request.model) : quick;
      const fitted = limited(now.history, await compactor.fit(now.history, request), request);
      warningsOf(now.history, fitted).forEach(onWarning);
      return hostFitted(messages, now, fitted);
    },
    async recover(messages, state, error, request) {
      const now = readAgain(messages, state, request.model);
      const recovered = await compactor.recover(now.history, error, request);
      const fitted = limited(now.history, recovered, request);
      return { ...hostFitted(messages, now, fitted), retry: recovered.retry };
    },
  };
}

/** Messages as they were read: those after the state's boundary, as no view shows what is before it. */
type Read = { readonly host: ReadItems; readonly history: History };

/** Those of the view; and of the boundary, which a new state hides. */
function warningsOf(history: History, { view, state }: FitResult): readonly ViewWarning[] {
  if (state === history.state) return view.warnings;
  const boundary = viewOf(history).warnings.filter(({ type }) => type.endsWith("-boundary"));
  return [...boundary, ...view.warnings];
}
