import type {
  CompactionState,
  Compactor,
  FitOptions,
  FitResult,
  Receipt,
  TokenUsage,
  ViewWarning,
} from "@cutpoint/core";
import { findNewest, type StateStorage } from "./state-storage.ts";
import type { AnswerText, UnitFormat } from "./unit-format.ts";
import { unitItems, type UnitMemory, viewUnits } from "./unit-items.ts";

/** Shared by all calls of an adapter. */
export type CallContext<Unit> = {
  readonly compactor: Compactor;
  readonly format: UnitFormat<Unit>;
  readonly stateStorage: StateStorage<CompactionState>;
  readonly memory: UnitMemory;
  readonly onWarning: (warning: ViewWarning) => void;
};

/** A call to a model, before it is compacted. */
export type ModelCall<Unit> = {
  readonly units: readonly Unit[];
  /** Everything that the request contains besides the units. */
  readonly options: FitOptions & { readonly model: string };
  /** Distinguishes conversations with equal messages. Default: none. */
  readonly conversation?: string;
};

/** A call to a model whose units fit the window. */
export type CompactedCall<Unit> = {
  readonly units: readonly Unit[];
  /** The receipts of the compactions for this call. */
  readonly receipts: readonly Receipt[];
  /**
   * Returns the call to make after a failure or an empty answer. Returns `null` if that is not an overflow, if nothing
   * became smaller, or if this is the second attempt.
   */
  readonly retryAfter: (failure: unknown) => Promise<CompactedCall<Unit> | null>;
  /**
   * Remembers the state and the usage of the answer for the next request.
   *
   * @param usage `undefined` if the provider did not report it
   */
  readonly recordAnswer: (answer: AnswerText, usage: TokenUsage | undefined) => Promise<void>;
};

/**
 * Compacts the units of a call if needed. Returns the original units otherwise.
 *
 * @throws the abort reason if the call's signal is aborted
 */
export async function compactCall<Unit>(
  { compactor, format, memory, onWarning, stateStorage }: CallContext<Unit>,
  { conversation = "", options, units }: ModelCall<Unit>,
): Promise<CompactedCall<Unit>> {
  const host = unitItems(units, format, memory, conversation);
  const { items } = host;
  const lastId = items.at(-1)?.id;
  // Answers find the state of a conversation whose older messages changed, so that the loss is reported.
  const before =
    (await findNewest(
      stateStorage,
      items.map(({ id }) => id),
    )) ?? (await findNewest(stateStorage, host.answerKeys()));
  return createCall(before, await compactor.fit({ items, state: before }, options), null);

  async function createCall(
    previous: CompactionState | null,
    { outcome, state, view, warnings }: FitResult,
    failed: CompactedCall<Unit> | null,
  ): Promise<CompactedCall<Unit>> {
    options.signal?.throwIfAborted();
    warnings.forEach(onWarning);
    if (state !== previous) await saveState(state);
    const receipts = outcome.type === "compacted" ? [outcome.receipt] : [];
    const call: CompactedCall<Unit> = {
      units: viewUnits(view, host, format),
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
          await stateStorage.save([host.nextAnswerKey(answer)], state);
        if (lastId !== undefined && usage !== undefined)
          memory.reports.set(lastId, { usage, model: options.model });
      },
    };
    return call;
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
