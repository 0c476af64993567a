import {
  type CompactionState,
  type Compactor,
  type ContextUsage,
  type FitOptions,
  type FitOutcome,
  type FitResult,
  isContextOverflow,
  type Item,
  type Receipt,
  type TokenUsage,
  type View,
  type ViewWarning,
} from "@cutpoint/core";
import { answerKeys, newestAnswerKeys } from "./answer-keys.ts";
import {
  type AnswerUsage,
  createHostReader,
  type HostItems,
  type HostReader,
  type HostRequest,
  type ReaderFormat,
} from "./host-reader.ts";
import { MEMORY_LIMITS } from "./memory-limits.ts";
import { createRecentMap } from "./recent-map.ts";
import { createStateFinder } from "./state-finder.ts";
import type { StateStorage } from "./state-storage.ts";
import type { AnswerText, UnitFormat } from "./unit-format.ts";

/** A warning about the view or the state. `state-trimmed` lists what was removed because of `maxStateBytes`. */
export type CompactionWarning =
  | ViewWarning
  | { readonly type: "state-trimmed"; readonly id: null; readonly trimmed: Receipt["trimmed"] };

/** A call to a model, before it is compacted. */
export type HostCall<HostMessage, Kept = CompactionState> = HostRequest<HostMessage> & {
  /** Everything that the request contains besides the messages. */
  readonly options: FitOptions;
  /** The state, if the host stores it. Default: found in the storage by the ids of the messages. */
  readonly stored?: Kept | null;
};

/** A call to a model whose messages fit the window. */
export type GuardedCall<HostMessage, Kept = CompactionState> = {
  /** The messages to send; `null` if those of the call stay as they are. */
  readonly messages: readonly HostMessage[] | null;
  /** The state to store, if the host stores it. */
  readonly kept: Kept | null;
  readonly view: View;
  readonly outcome: FitOutcome;
  /** The receipts of the compactions for this call. */
  readonly receipts: readonly Receipt[];
  /** Returns how full the window is, also with further messages. */
  readonly usage: (added?: readonly HostMessage[]) => ContextUsage;
  /**
   * Returns the call to make after a failure or an empty answer. Returns `null` if that is not an overflow, if nothing
   * became smaller, or if the call was repeated before.
   */
  readonly retryAfter: (failure: unknown) => Promise<GuardedCall<HostMessage, Kept> | null>;
  /**
   * Remembers the state and the usage of the answer for the next request.
   *
   * @param usage `undefined` if the provider did not report it
   */
  readonly recordAnswer: (answer: AnswerText, usage: TokenUsage | undefined) => Promise<void>;
};

/** A step of the compactor, whose state is about to be stored. */
export type GuardStep<HostMessage, Kept> = {
  readonly host: HostItems<HostMessage>;
  readonly before: Kept | null;
  readonly options: FitOptions;
  readonly result: FitResult;
};

/** What a guard needs to know of a host. */
export type GuardFormat<Unit, HostMessage> = ReaderFormat<Unit, HostMessage> &
  Pick<UnitFormat<Unit, HostMessage>, "answerOf">;

/** The parts of a guard. */
export type GuardParts<Unit, HostMessage, Kept> = {
  readonly compactor: Compactor;
  readonly format: GuardFormat<Unit, HostMessage>;
  readonly stateStorage: StateStorage<Kept>;
  readonly stateOf: (kept: Kept) => CompactionState;
  /** Returns what to store for a new state. */
  readonly keep: (step: GuardStep<HostMessage, Kept>, state: CompactionState) => Promise<Kept>;
  /** Converts a view to the messages to send. */
  readonly show: (step: GuardStep<HostMessage, Kept>, kept: Kept | null) => readonly HostMessage[];
  /** Errors that it throws are ignored. */
  readonly onWarning?: ((warning: CompactionWarning) => void) | undefined;
  /** Runs a compaction, and may report it. */
  readonly around?: (run: () => Promise<FitResult>) => Promise<FitResult>;
};

/** Compacts the calls of a host, and remembers the state and the usage of each conversation. */
export type Guard<HostMessage, Kept> = {
  /** Returns the items of a request, and the state of their conversation. */
  readonly read: (
    call: Omit<HostCall<HostMessage, Kept>, "options">,
  ) => Promise<{ readonly host: HostItems<HostMessage>; readonly before: Kept | null }>;
  /**
   * Compacts the messages of a call if needed.
   *
   * @throws the abort reason if the call's signal is aborted
   */
  readonly open: (call: HostCall<HostMessage, Kept>) => Promise<GuardedCall<HostMessage, Kept>>;
  /** Remembers the usage of the answer to an item. */
  readonly recordUsage: (itemId: string | undefined, answer: AnswerUsage) => void;
};

/** An overflow may be recovered once with a smaller request, and once without signed reasoning before that. */
const MAX_REPEATS = 2;

/** Creates the part that all adapters share: read, fit, store the state, recover once, record the answer. */
export function createGuard<Unit, HostMessage, Kept>(
  parts: GuardParts<Unit, HostMessage, Kept>,
): Guard<HostMessage, Kept> {
  const { around = (run) => run(), compactor, format, stateOf, stateStorage } = parts;
  const usages = createRecentMap<AnswerUsage>(MEMORY_LIMITS.usages, () => USAGE_CHARACTERS);
  const readItems = createHostReader(format, usages.get);
  const findState = createStateFinder(stateStorage, (kept) => stateOf(kept).compactedThrough);
  const recordUsage: Guard<HostMessage, Kept>["recordUsage"] = (itemId, answer) => {
    if (itemId !== undefined) usages.set(itemId, answer);
  };
  const settle = createSettle({ ...parts, around, readItems, recordUsage });

  return {
    read,
    recordUsage,
    async open(call) {
      const { before, host } = await read(call);
      const history = { items: host.items, state: before && stateOf(before) };
      const { options } = call;
      if ((await compactor.plan(history, options)).type === "no-plan")
        return settle(call, {
          host,
          before,
          options,
          result: await compactor.fit(history, options),
        });
      // A summary includes old messages, so all of them are compared before a compaction.
      const compared = host.isCompared ? host : readItems({ ...call, compare: "all" });
      const due = { ...history, items: compared.items };
      const result = await around(() => compactor.fit(due, options));
      return settle(call, { host: compared, before, options, result });
    },
  };

  async function read(
    call: Omit<HostCall<HostMessage, Kept>, "options">,
  ): ReturnType<Guard<HostMessage, Kept>["read"]> {
    const host = readItems(call);
    if (call.stored !== undefined) return { host, before: call.stored };
    // Answers find the state of a conversation whose older messages changed, so that the loss is reported.
    const keys = (): readonly string[] =>
      newestAnswerKeys(format.split(host.messages), format, call.conversation);
    return { host, before: await findState(host.items, keys) };
  }
}

type Settle<HostMessage, Kept> = (
  call: HostCall<HostMessage, Kept>,
  step: GuardStep<HostMessage, Kept>,
  /** The calls before, if this one repeats them. */
  failed?: readonly GuardedCall<HostMessage, Kept>[],
) => Promise<GuardedCall<HostMessage, Kept>>;

/** Creates the function that stores the result of a step and returns the call to send. */
function createSettle<Unit, HostMessage, Kept>(
  parts: GuardParts<Unit, HostMessage, Kept> &
    Required<Pick<GuardParts<Unit, HostMessage, Kept>, "around">> &
    Pick<Guard<HostMessage, Kept>, "recordUsage"> & { readonly readItems: HostReader<HostMessage> },
): Settle<HostMessage, Kept> {
  const { around, compactor, format, readItems, recordUsage, stateOf, stateStorage } = parts;
  const { onWarning, show } = parts;
  return settle;

  async function settle(
    ...[call, step, failed = []]: Parameters<Settle<HostMessage, Kept>>
  ): Promise<GuardedCall<HostMessage, Kept>> {
    const { host, options, result } = step;
    options.signal?.throwIfAborted();
    warnAbout(result, onWarning);
    const kept = await saveState(parts, call, step);
    const state = kept === null ? null : stateOf(kept);
    const { outcome, view } = result;
    const sent = show(step, kept);
    const opened: GuardedCall<HostMessage, Kept> = {
      messages: sent === host.messages ? null : sent,
      kept,
      view,
      outcome,
      receipts: [
        ...(failed.at(-1)?.receipts ?? []),
        ...(outcome.type === "compacted" ? [outcome.receipt] : []),
      ],
      usage(added = []) {
        const { items } =
          added.length === 0
            ? host
            : readItems({ ...call, messages: [...host.messages, ...added] });
        return compactor.usage({ items, state }, options);
      },
      async retryAfter(failure) {
        const isRepeated = failed.length > 0 && outcome.type === "compacted";
        if (isRepeated || failed.length === MAX_REPEATS) return null;
        const compared = host.isCompared ? host : readItems({ ...call, compare: "all" });
        const recover = async (): Promise<FitResult & { readonly retry: boolean }> =>
          compactor.recover({ items: compared.items, state }, failure, options);
        const recovered = isContextOverflow(failure) ? await around(recover) : await recover();
        const next = { host: compared, before: kept, options, result: recovered };
        if ("retry" in recovered && recovered.retry === true)
          return settle(call, next, [...failed, opened]);
        warnAbout(recovered, onWarning);
        await saveState(parts, call, next);
        return null;
      },
      async recordAnswer(answer, usage) {
        if (kept !== null && state !== null && state.compactedThrough !== null) {
          const last = format.split(host.messages, host.places.at(-1)?.start).at(-1);
          await stateStorage.save(answerKeys(answer, last, format, call.conversation), kept);
        }
        if (usage !== undefined) recordUsage(host.items.at(-1)?.id, answerUsage(usage, options));
      },
    };
    return opened;
  }
}

/** Stores the state of a step if it is new, and returns what is stored. */
async function saveState<HostMessage, Kept>(
  {
    keep,
    stateOf,
    stateStorage,
  }: Pick<GuardParts<never, HostMessage, Kept>, "keep" | "stateOf" | "stateStorage">,
  call: HostCall<HostMessage, Kept>,
  step: GuardStep<HostMessage, Kept>,
): Promise<Kept | null> {
  const { before, host, result } = step;
  const { state } = result;
  if (state === null) return null;
  if (before !== null && stateOf(before) === state) return before;
  const kept = await keep(step, state);
  if (call.stored === undefined) await stateStorage.save(stateIds(host.items, state), kept);
  return kept;
}

/**
 * Returns the ids that find a state again: that of the last item, and one that is still there if the app drops a
 * question that was not answered.
 */
function stateIds(
  items: readonly Item[],
  { compactedThrough }: CompactionState,
): readonly string[] {
  const answer = items.findLast(({ message }) => message.role === "assistant");
  const ids = [compactedThrough ?? answer?.id, items.at(-1)?.id];
  return ids.filter((id) => id !== undefined);
}

function warnAbout(
  { outcome, warnings }: FitResult,
  onWarning: (warning: CompactionWarning) => void = () => undefined,
): void {
  const trimmed = outcome.type === "compacted" ? outcome.receipt.trimmed : [];
  const all: readonly CompactionWarning[] =
    trimmed.length === 0 ? warnings : [...warnings, { type: "state-trimmed", id: null, trimmed }];
  for (const warning of all) {
    try {
      onWarning(warning);
    } catch {
      continue; // the request is sent all the same
    }
  }
}

/** An id of 32 characters and a few numbers. */
const USAGE_CHARACTERS = 100;

function answerUsage(usage: TokenUsage, { model }: FitOptions): AnswerUsage {
  return model === undefined ? { usage } : { usage, model };
}
