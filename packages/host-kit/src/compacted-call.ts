import type {
  CompactionState,
  Compactor,
  FitOptions,
  FitResult,
  Receipt,
  TokenUsage,
  ViewWarning,
} from "@cutpoint/core";
import { answerKey, newestAnswerKeys } from "./answer-keys.ts";
import type { ContinuedMessages } from "./continued-messages.ts";
import type { StateFinder } from "./state-finder.ts";
import type { StateStorage } from "./state-storage.ts";
import type { AnswerText, UnitFormat } from "./unit-format.ts";
import { unitItems, type UnitMemory } from "./unit-items.ts";
import { viewMessages } from "./unit-view.ts";

/** Shared by all calls of an adapter. */
export type CallContext<Unit, Wire> = {
  readonly compactor: Compactor;
  readonly format: UnitFormat<Unit, Wire>;
  readonly stateStorage: StateStorage<CompactionState>;
  readonly findState: StateFinder<CompactionState>;
  readonly memory: UnitMemory<Wire>;
  readonly onWarning: (warning: ViewWarning) => void;
};

/** A call to a model, before it is compacted. */
export type ModelCall<Wire> = {
  readonly messages: readonly Wire[];
  /** Everything that the request contains besides the messages. */
  readonly options: FitOptions & { readonly model: string };
  /** Distinguishes conversations with equal messages. Default: none. */
  readonly conversation?: string;
};

/** A call to a model whose messages fit the window. */
export type CompactedCall<Wire> = {
  /** The messages to send; `null` if those of the call stay as they are. */
  readonly messages: readonly Wire[] | null;
  /** The receipts of the compactions for this call. */
  readonly receipts: readonly Receipt[];
  /**
   * Returns the call to make after a failure or an empty answer. Returns `null` if that is not an overflow, if nothing
   * became smaller, or if this is the second attempt.
   */
  readonly retryAfter: (failure: unknown) => Promise<CompactedCall<Wire> | null>;
  /**
   * Remembers the state and the usage of the answer for the next request.
   *
   * @param usage `undefined` if the provider did not report it
   */
  readonly recordAnswer: (answer: AnswerText, usage: TokenUsage | undefined) => Promise<void>;
};

/**
 * Compacts the messages of a call if needed.
 *
 * @throws the abort reason if the call's signal is aborted
 */
export async function compactCall<Unit, Wire>(
  { compactor, findState, format, memory, onWarning, stateStorage }: CallContext<Unit, Wire>,
  continued: ContinuedMessages<Wire>,
  { conversation = "", options }: Omit<ModelCall<Wire>, "messages">,
): Promise<CompactedCall<Wire>> {
  const host = unitItems(continued, format, memory, conversation);
  const { items, messages, starts } = host;
  const lastId = items.at(-1)?.id;
  // Answers find the state of a conversation whose older messages changed, so that the loss is reported.
  const before = await findState(items, () =>
    newestAnswerKeys(format.split(messages), format, conversation),
  );
  return createCall(before, await compactor.fit({ items, state: before }, options), null);

  async function createCall(
    previous: CompactionState | null,
    { outcome, state, view, warnings }: FitResult,
    failed: CompactedCall<Wire> | null,
  ): Promise<CompactedCall<Wire>> {
    options.signal?.throwIfAborted();
    warnings.forEach(onWarning);
    if (state !== previous) await saveState(state);
    const receipts = outcome.type === "compacted" ? [outcome.receipt] : [];
    const sent = viewMessages(view, host, format);
    const call: CompactedCall<Wire> = {
      messages: sent === messages ? null : sent,
      receipts: [...(failed?.receipts ?? []), ...receipts],
      async retryAfter(failure) {
        if (failed !== null) return null;
        const recovered = await compactor.recover({ items, state }, failure, options);
        if (recovered.retry) return createCall(state, recovered, call);
        if (recovered.state !== state) await saveState(recovered.state);
        return null;
      },
      async recordAnswer(answer, usage) {
        if (state !== null && state.compactedThrough !== null)
          await stateStorage.save([answerKey(answer, lastUnit(), format, conversation)], state);
        if (lastId !== undefined && usage !== undefined)
          memory.reports.set(lastId, { usage, model: options.model });
      },
    };
    return call;
  }

  function lastUnit(): Unit | undefined {
    return format.split(messages, starts.at(-1)).at(-1);
  }

  async function saveState(state: CompactionState | null): Promise<void> {
    if (state === null || lastId === undefined) return;
    const { compactedThrough } = state;
    await stateStorage.save(
      compactedThrough === null ? [lastId] : [compactedThrough, lastId],
      state,
    );
  }
}
