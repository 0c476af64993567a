import {
  type CompactionEvent,
  type CompactionState,
  type Compactor,
  type ContextUsage,
  type FitOptions,
  type FitOutcome,
  type FitResult,
  type History,
  isContextOverflow,
  type Item,
  type Receipt,
  type TokenUsage,
  type View,
  type ViewWarning,
} from "@cutpoint/core";
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
import { type Conversation, createConversationStates } from "./states/conversation-states.ts";
import type { KeptState } from "./states/kept-state.ts";
import { assertStateOptions, type StateOptions } from "./states/state-options.ts";

/**
 * A warning about the view or the state.
 *
 * - `state-not-found`: the conversation was too long before, but has no state, for example because an older message
 *   was edited. It is compacted anew.
 * - `state-not-stored`: the state is only in memory. The request names no conversation, or `states` failed with `error` when
 *   it was read or stored. Then the next request tries again.
 * - `store-not-used`: messages stay in the host's thread, because it has no store for them.
 * - `state-trimmed` lists what was removed because of `maxStateBytes`.
 */
export type CompactionWarning =
  | ViewWarning
  | { readonly type: "state-not-found" | "store-not-used"; readonly id: null }
  | { readonly type: "state-not-stored"; readonly id: null; readonly error?: unknown }
  | { readonly type: "state-trimmed"; readonly id: null; readonly trimmed: Receipt["trimmed"] };

/** A call to a model, before it is compacted. */
export type HostCall<HostMessage> = HostRequest<HostMessage> & {
  /** Everything that the request contains besides the messages. */
  readonly options: FitOptions;
  /** The state, if the host stores it. Default: that of the conversation in `states`. */
  readonly stored?: KeptState<HostMessage> | null;
};

/** A call to a model whose messages fit the window. */
export type GuardedCall<HostMessage> = {
  /** The messages to send; `null` if those of the call stay as they are. */
  readonly messages: readonly HostMessage[] | null;
  /** The state to store, if the host stores it. */
  readonly kept: KeptState<HostMessage> | null;
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
  readonly retryAfter: (failure: unknown) => Promise<GuardedCall<HostMessage> | null>;
  /** Remembers the usage of the answer for the next request. `undefined`: the provider did not report it. */
  readonly recordUsage: (usage: TokenUsage | undefined) => void;
};

/** A step of the compactor, whose state is about to be stored. */
export type GuardStep<HostMessage> = {
  readonly host: HostItems<HostMessage>;
  readonly before: KeptState<HostMessage> | null;
  readonly options: FitOptions;
  readonly result: FitResult;
};

/** The parts of a guard. */
export type GuardParts<Unit, HostMessage> = {
  readonly compactor: Compactor;
  readonly format: ReaderFormat<Unit, HostMessage>;
  readonly stateOptions: StateOptions;
  /** Returns what to store for a new state. Default: the state alone. */
  readonly keep?: (
    step: GuardStep<HostMessage>,
    state: CompactionState,
    onEvent: (event: CompactionEvent) => void,
  ) => Promise<KeptState<HostMessage>>;
  /** Converts a view to the messages to send. */
  readonly show: (
    step: GuardStep<HostMessage>,
    kept: KeptState<HostMessage> | null,
  ) => readonly HostMessage[];
  /** Receives `state-not-found` and `state-not-stored`. The other events are those of the compactor. */
  readonly onEvent: (event: CompactionEvent) => void;
  /** Errors that it throws are ignored. */
  readonly onWarning: (warning: CompactionWarning) => void;
  /** Runs a compaction, and may report it. */
  readonly around?: (run: () => Promise<FitResult>) => Promise<FitResult>;
};

/** Compacts the calls of a host, and remembers the state and the usage of each conversation. */
export type Guard<HostMessage> = {
  /** Returns the items of a request, and the state of their conversation. */
  readonly read: (call: Omit<HostCall<HostMessage>, "options">) => Promise<{
    readonly host: HostItems<HostMessage>;
    readonly before: KeptState<HostMessage> | null;
  }>;
  /**
   * Compacts the messages of a call if needed.
   *
   * @throws the abort reason if the call's signal is aborted
   */
  readonly open: (call: HostCall<HostMessage>) => Promise<GuardedCall<HostMessage>>;
  /** Remembers the usage of the answer to an item. */
  readonly recordUsage: (itemId: string | undefined, answer: AnswerUsage) => void;
};

/** An overflow may be recovered once with a smaller request, and once without signed reasoning before that. */
const MAX_REPEATS = 2;

/** Creates the part that all adapters share: read, fit, store the state, recover once, record the answer. */
export function createGuard<Unit, HostMessage>(
  parts: GuardParts<Unit, HostMessage>,
): Guard<HostMessage> {
  const { around = (run) => run(), compactor, format, onWarning, stateOptions } = parts;
  assertStateOptions(stateOptions);
  const usages = createRecentMap<AnswerUsage>(MEMORY_LIMITS.usages, () => USAGE_CHARACTERS);
  const readItems = createHostReader(format, usages.get);
  const states = createConversationStates<HostMessage>(stateOptions.states, (id, error) =>
    reportStoreFailure(parts, id, error),
  );
  const recordUsage: Guard<HostMessage>["recordUsage"] = (itemId, answer) => {
    if (itemId !== undefined) usages.set(itemId, answer);
  };
  const settle = createSettle({ ...parts, around, readItems, recordUsage, keepState });

  return {
    read: (call) => read(named(call)),
    recordUsage,
    async open(given) {
      const call = named(given);
      const { before, host } = await read(call);
      const history = { items: host.items, state: before && before.state };
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
      if (before === null && call.stored === undefined && (await wasDue(compactor, due, options))) {
        reportStateNotFound(parts, call.conversationId);
      }
      const result = await around(() => compactor.fit(due, options));
      return settle(call, { host: compared, before, options, result });
    },
  };

  function named<Call extends HostRequest<HostMessage>>(call: Call): Call {
    const { conversationId = stateOptions.conversationId } = call;
    return { ...call, conversationId };
  }

  async function read(
    call: Omit<HostCall<HostMessage>, "options">,
  ): ReturnType<Guard<HostMessage>["read"]> {
    const host = readItems(call);
    if (call.stored !== undefined) return { host, before: call.stored };
    return { host, before: await states.find(conversationOf(call, host)) };
  }

  /** Stores the state of a step if it is new, and returns what is stored. */
  async function keepState(
    call: HostCall<HostMessage>,
    step: GuardStep<HostMessage>,
  ): Promise<KeptState<HostMessage> | null> {
    const { before, host, result } = step;
    const { state } = result;
    if (state === null) return null;
    const isKnown = before?.state === state;
    if (isKnown && !states.isUnsaved(before)) return before;
    const kept = isKnown ? before : ((await parts.keep?.(step, state, parts.onEvent)) ?? { state });
    if (call.stored !== undefined) return kept;
    const conversation = conversationOf(call, host);
    try {
      if ((await states.save(conversation, kept, before)) || stateOptions.states === undefined)
        return kept;
      callSafely(onWarning, { type: "state-not-stored", id: null });
    } catch (error) {
      reportStoreFailure(parts, conversation.id ?? "", error);
    }
    return kept;
  }
}

/** Returns whether the request before the newest one must have been compacted. */
async function wasDue(
  compactor: Compactor,
  { items }: History,
  options: FitOptions,
): Promise<boolean> {
  const isAnswer = ({ message }: Item): boolean => message.role === "assistant";
  const answer = items.findLastIndex(isAnswer);
  const asked = items.findLastIndex((item, place) => place < answer && !isAnswer(item));
  const sent = { items: items.slice(0, asked + 1), state: null };
  return (await compactor.plan(sent, options)).type !== "no-plan";
}

type Listeners = Pick<GuardParts<never, never>, "onEvent" | "onWarning">;

function reportStateNotFound(
  { onEvent, onWarning }: Listeners,
  conversationId: string | null = null,
): void {
  const type = "state-not-found";
  callSafely(onEvent, { type, conversationId, reason: "threshold", willRetry: false });
  callSafely(onWarning, { type, id: null });
}

function reportStoreFailure(
  { onEvent, onWarning }: Listeners,
  conversationId: string,
  error: unknown,
): void {
  const type = "state-not-stored";
  callSafely(onEvent, { type, conversationId, error, reason: "threshold", willRetry: false });
  callSafely(onWarning, { type, id: null, error });
}

/** The conversation of a request. An empty id names none: states of several conversations must not be under one id. */
function conversationOf<HostMessage>(
  { conversationId }: HostRequest<HostMessage>,
  { items }: HostItems<HostMessage>,
): Conversation {
  return { items, id: conversationId === "" ? null : (conversationId ?? null) };
}

/** Creates the function that stores the result of a step and returns the call to send. */
function createSettle<Unit, HostMessage>(
  parts: GuardParts<Unit, HostMessage> &
    Required<Pick<GuardParts<Unit, HostMessage>, "around">> &
    Pick<Guard<HostMessage>, "recordUsage"> & {
      readonly readItems: HostReader<HostMessage>;
      readonly keepState: (
        call: HostCall<HostMessage>,
        step: GuardStep<HostMessage>,
      ) => Promise<KeptState<HostMessage> | null>;
    },
) {
  const { around, compactor, keepState, onWarning, readItems, recordUsage, show } = parts;
  return settle;

  /** @param failed the calls before, if this one repeats them */
  async function settle(
    call: HostCall<HostMessage>,
    step: GuardStep<HostMessage>,
    failed: readonly GuardedCall<HostMessage>[] = [],
  ): Promise<GuardedCall<HostMessage>> {
    const { host, options, result } = step;
    options.signal?.throwIfAborted();
    warnAbout(result, onWarning);
    const kept = await keepState(call, step);
    const state = kept?.state ?? null;
    const { outcome, view } = result;
    const sent = show(step, kept);
    const opened: GuardedCall<HostMessage> = {
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
        await keepState(call, next);
        return null;
      },
      recordUsage(usage) {
        if (usage !== undefined) recordUsage(host.items.at(-1)?.id, answerUsage(usage, options));
      },
    };
    return opened;
  }
}

function warnAbout({ outcome, warnings }: FitResult, onWarning: Listeners["onWarning"]): void {
  const trimmed = outcome.type === "compacted" ? outcome.receipt.trimmed : [];
  for (const warning of warnings) callSafely(onWarning, warning);
  if (trimmed.length > 0) callSafely(onWarning, { type: "state-trimmed", id: null, trimmed });
}

function callSafely<Report>(listener: (report: Report) => void, report: Report): void {
  try {
    listener(report);
  } catch {
    return; // the request is sent all the same
  }
}

/** An id of 32 characters and a few numbers. */
const USAGE_CHARACTERS = 100;

function answerUsage(usage: TokenUsage, { model }: FitOptions): AnswerUsage {
  return model === undefined ? { usage } : { usage, model };
}
