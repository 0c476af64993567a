import type { HistoryGap } from "../message/history.ts";
import { type Message, type Part, toolCalls, type ToolMessage } from "../message/message.ts";
import {
  isReasoningOnly,
  isSendable,
  missingResult,
  OPENING,
  wellFormed,
  withoutLastReasoning,
} from "./sendable.ts";

/** A message of a view, with the id of the item that it shows. */
type Shown = { readonly id: string | null; readonly message: Message };

/** A warning about a view. `id` is the item concerned. */
export type ViewWarning = {
  readonly type:
    | "orphan-result"
    | "missing-result"
    | "detached-reasoning"
    | "repaired-boundary"
    | "lost-boundary"
    | HistoryGap["type"];
  readonly id: string | null;
};

/**
 * Messages in the order in which providers accept them. A result takes the place of its call's placeholder. Reasoning
 * without an answer is held until the answer is added.
 */
export type Sequence = {
  readonly add: (next: Shown) => void;
  readonly length: () => number;
  readonly shown: () => {
    readonly messages: readonly Message[];
    readonly ids: readonly (string | null)[];
    readonly warnings: readonly ViewWarning[];
  };
  /** Returns a sequence that calls no {@link OnShown}. */
  readonly copy: () => Sequence;
};

/** A call without a result, by the places of its placeholder and its warning. */
type OpenCall = {
  readonly place: number;
  readonly sentId: string;
  readonly warnedAt: number;
};

type State = {
  readonly messages: Message[];
  readonly ids: (string | null)[];
  /** The newest call by id. Entries are replaced, not deleted: that is several times faster. */
  readonly calls: Map<string, OpenCall | "answered" | "not-sent">;
  /** A warning about a missing result becomes `null` when the result is added. */
  readonly warned: (ViewWarning | null)[];
  readonly held: Shown[];
  readonly sentIds: Set<string>;
  /** The last number that was given to a call, by the beginning of its id. */
  readonly numbers: Map<string, number>;
  readonly onShown: OnShown;
  isOpened: boolean;
  /** The newest message if it ends with signed reasoning, which is sent only if an answer follows directly. */
  cut: { readonly place: number; readonly whole: Shown } | null;
};

/** Called for each message that is shown, with the placeholder that it replaces. */
export type OnShown = (message: Message, placeholder?: Message) => void;

export function createSequence(
  prefix: readonly Message[],
  onShown: OnShown = () => undefined,
): Sequence {
  return sequenceOf({
    onShown,
    messages: [...prefix],
    ids: prefix.map(() => null),
    calls: new Map(),
    warned: [],
    held: [],
    sentIds: new Set(),
    numbers: new Map(),
    isOpened: prefix.some(({ role }) => role === "user"),
    cut: null,
  });
}

function sequenceOf(state: State): Sequence {
  return {
    add: (next) => addMessage(state, next),
    length: () => state.messages.length,
    shown: () => ({
      messages: [...state.messages],
      ids: [...state.ids],
      warnings: [
        ...state.warned.filter((warning) => warning !== null),
        ...waiting(state).map(({ id }) => detachedReasoning(id)),
      ],
    }),
    copy: () =>
      sequenceOf({
        ...state,
        onShown: () => undefined,
        messages: [...state.messages],
        ids: [...state.ids],
        calls: new Map(state.calls),
        warned: [...state.warned],
        held: [...state.held],
        sentIds: new Set(state.sentIds),
        numbers: new Map(state.numbers),
      }),
  };
}

/** The messages with reasoning that nothing follows yet. */
function waiting({ cut, held }: State): readonly Shown[] {
  return cut === null ? held : [cut.whole, ...held];
}

function addMessage(state: State, next: Shown): void {
  const message = wellFormed(next.message);
  if (message.role === "tool") return attachResult(state, next.id, message);
  const calls = toolCalls(message);
  if (!isSendable(message)) {
    for (const { callId } of calls) state.calls.set(callId, "not-sent");
    return;
  }
  if (isReasoningOnly(message)) {
    state.held.push({ id: next.id, message });
    return;
  }
  const sent = calls.length === 0 ? message : withUniqueIds(message, state);
  flushReasoning(state, next.id, sent);
  const sentCalls = sent === message ? calls : toolCalls(sent);
  sentCalls.forEach((call, index) => {
    const open = {
      place: state.messages.length,
      sentId: call.callId,
      warnedAt: state.warned.push({ type: "missing-result", id: next.id }) - 1,
    };
    state.calls.set(calls[index]?.callId ?? "", open);
    push(state, null, missingResult(call));
  });
}

/** Numbers calls with the id of an earlier call, in up to 64 characters: providers refuse other ids. */
function withUniqueIds(
  message: Message,
  { numbers, sentIds }: Pick<State, "numbers" | "sentIds">,
): Message {
  const original: readonly Part[] = message.parts;
  const parts = original.map((part) => {
    if (part.type !== "tool-call") return part;
    let { callId } = part;
    if (sentIds.has(callId)) {
      const start = callId.slice(0, 56);
      let number = numbers.get(start) ?? 1;
      while (sentIds.has(callId)) callId = `${start}_${(number += 1)}`;
      numbers.set(start, number);
    }
    sentIds.add(callId);
    return callId === part.callId ? part : { ...part, callId };
  });
  const isSame = parts.every((part, place) => part === original[place]);
  return isSame ? message : ({ ...message, parts } as Message);
}

function push({ ids, messages, onShown }: State, id: string | null, message: Message): void {
  ids.push(id);
  messages.push(message);
  onShown(message);
}

function attachResult(
  { calls, ids, messages, onShown, warned }: State,
  id: string | null,
  result: ToolMessage,
): void {
  const call = calls.get(result.callId);
  calls.set(result.callId, "answered");
  if (call === undefined || call === "answered") warned.push({ type: "orphan-result", id });
  if (typeof call !== "object") return;
  const { place, sentId: callId, warnedAt } = call;
  const message = callId === result.callId ? result : { ...result, callId };
  ids[place] = id;
  onShown(message, messages[place]);
  messages[place] = message;
  warned[warnedAt] = null;
}

function flushReasoning(state: State, id: string | null, next: Message): void {
  const { cut, held, messages, onShown, warned } = state;
  if (next.role === "system") return push(state, id, next);
  const isLedTo = next.role === "assistant";
  if (cut !== null && isLedTo && cut.place === messages.length - 1) {
    onShown(cut.whole.message, messages[cut.place]);
    messages[cut.place] = cut.whole.message;
  } else if (cut !== null) warned.push(detachedReasoning(cut.whole.id));
  const led = held.length === 0 ? held : held.splice(0);
  if (!isLedTo) for (const each of led) warned.push(detachedReasoning(each.id));
  if (!state.isOpened) {
    state.isOpened = true;
    if (next.role !== "user") push(state, null, OPENING);
  }
  if (isLedTo) for (const each of led) push(state, each.id, each.message);
  const message = withoutLastReasoning(next);
  state.cut = message === next ? null : { place: messages.length, whole: { id, message: next } };
  push(state, id, message);
}

function detachedReasoning(id: string | null): ViewWarning {
  return { type: "detached-reasoning", id };
}
