import {
  type CompactionState,
  type CompactorOptions,
  type ContextUsage,
  createCompactor,
  type FitOptions,
  type FitOutcome,
  type FitResult,
  isContextOverflow,
  type Receipt,
  type ViewWarning,
} from "@cutpoint/core";
import { modelCatalog } from "@cutpoint/models";
import type { BaseMessage } from "@langchain/core/messages";
import { hostView } from "./host-view.ts";
import { createItemReader, type HostItems, startsWith } from "./message/items.ts";
import { withOfflineFallback } from "@cutpoint/host-kit";
import type { WithSummarizer } from "./summarizers.ts";

/** A warning about the view or the state. `state-trimmed` lists what was removed because of `maxStateBytes`. */
export type CompactionWarning =
  | ViewWarning
  | { readonly type: "state-trimmed"; readonly id: null; readonly trimmed: Receipt["trimmed"] };

export type LangChainCompactorOptions = WithSummarizer<CompactorOptions> & {
  /**
   * Called for each warning, for example if messages that the state refers to were deleted. Errors that it throws are
   * ignored.
   */
  readonly onWarning?: (warning: CompactionWarning) => void;
};

/** The messages to send, the state to store, and the outcome. */
export type FittedMessages = {
  readonly messages: readonly BaseMessage[];
  /** The number of messages before the host's own. */
  readonly prefixLength: number;
  /** Indexes of the messages after which the provider should cache the request. */
  readonly cachePoints: readonly number[];
  /** Whether the messages are the objects that were passed. */
  readonly isUntouched: boolean;
  readonly state: CompactionState | null;
  readonly outcome: FitOutcome;
};

/** A thread of LangChain messages with its stored state. */
export type Thread = {
  readonly messages: readonly BaseMessage[];
  readonly state: CompactionState | null;
};

/** A compactor for LangChain messages. */
export type LangChainCompactor = {
  readonly usage: (thread: Thread, request: FitOptions) => ContextUsage;
  readonly fit: (thread: Thread, request: FitOptions) => Promise<FittedMessages>;
  readonly recover: (
    thread: Thread,
    error: unknown,
    request: FitOptions,
  ) => Promise<FittedMessages & { readonly retry: boolean }>;
};

/** Calls a compaction, and may report it. */
type RunCompaction = <Fitted extends FittedMessages>(
  compact: () => Promise<Fitted>,
) => Promise<Fitted>;

export function createLangChainCompactor(
  options: LangChainCompactorOptions,
  run: RunCompaction = (compact) => compact(),
): LangChainCompactor {
  const { onWarning, summarizer, ...compactorOptions } = options;
  const compactor = createCompactor({
    catalog: modelCatalog,
    ...compactorOptions,
    summarizer: withOfflineFallback(summarizer),
  });
  const read = createItemReader();
  const warn = createWarner(onWarning);

  const fitted = (thread: Thread, host: HostItems, result: FitResult): FittedMessages => {
    const { view, state, outcome, warnings } = result;
    warnings.forEach(warn);
    const trimmed = outcome.type === "compacted" ? outcome.receipt.trimmed : [];
    if (trimmed.length > 0) warn({ type: "state-trimmed", id: null, trimmed });
    const messages = hostView(result, host);
    const isUntouched = isSame(messages, thread.messages);
    const first = view.ids.findIndex((id) => id !== null);
    const prefixLength = first === -1 ? messages.length : first;
    return { messages, prefixLength, cachePoints: view.cachePoints, isUntouched, state, outcome };
  };

  return {
    usage({ messages, state }, request) {
      const host = read(messages, { model: request.model, state });
      const usage = compactor.usage(host.history, request);
      host.release();
      return usage;
    },
    async fit(thread, request) {
      const { messages, state } = thread;
      const options = { model: request.model, state };
      const fit = async (host: HostItems): Promise<FittedMessages> => {
        const made = fitted(thread, host, await compactor.fit(host.history, request));
        host.release();
        return made;
      };
      const host = read(messages, options);
      if (compactor.plan(host.history, request).type === "no-plan") return fit(host);
      host.release();
      // A summary includes old messages, so all of them are compared before a compaction.
      return run(() => fit(read(messages, { ...options, compare: "all" })));
    },
    async recover(thread, error, request) {
      const { messages, state } = thread;
      const host = read(messages, { model: request.model, state, compare: "all" });
      const recover = async (): Promise<FittedMessages & { readonly retry: boolean }> => {
        const result = await compactor.recover(host.history, error, request);
        const made = { ...fitted(thread, host, result), retry: result.retry };
        host.release();
        return made;
      };
      return isContextOverflow(error) ? run(recover) : recover();
    },
  };
}

function isSame(messages: readonly BaseMessage[], others: readonly BaseMessage[]): boolean {
  return messages === others || (messages.length === others.length && startsWith(messages, others));
}

function createWarner(
  onWarning: (warning: CompactionWarning) => void = () => undefined,
): (warning: CompactionWarning) => void {
  return (warning) => {
    try {
      onWarning(warning);
    } catch {
      return;
    }
  };
}
