import type { HistoryGap } from "../message/history.ts";
import type { Message } from "../message/message.ts";
import { isReasoningOnly, isSendable, missingResult, OPENING, wellFormed } from "./sendable.ts";

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
  readonly copy: () => Sequence;
};

type Call = {
  readonly place: number | null;
  readonly isAnswered: boolean;
  readonly warning?: ViewWarning;
};

type State = {
  readonly messages: Message[];
  readonly ids: (string | null)[];
  /** The newest call by id; its place is `null` if its message is not sent. */
  readonly calls: Map<string, Call>;
  /** Warnings in order. A warning about a missing result is removed when the result is added. */
  readonly warned: Set<ViewWarning>;
  readonly held: Shown[];
  readonly onShown: OnShown;
  isOpened: boolean;
};

/** Called for each message that is shown, with the placeholder that it replaces. */
type OnShown = (message: Message, placeholder?: Message) => void;

/** Creates a sequence that begins with given messages. */
export function createSequence(
  prefix: readonly Message[],
  onShown: OnShown = () => undefined,
): Sequence {
  return sequenceOf({
    onShown,
    messages: [...prefix],
    ids: prefix.map(() => null),
    calls: new Map(),
    warned: new Set(),
    held: [],
    isOpened: prefix.some(({ role }) => role === "user"),
  });
}

function sequenceOf(state: State): Sequence {
  return {
    add: (next) => addMessage(state, next),
    length: () => state.messages.length,
    shown: () => ({
      messages: [...state.messages],
      ids: [...state.ids],
      warnings: [...state.warned, ...state.held.map(({ id }) => detachedReasoning(id))],
    }),
    copy: () =>
      sequenceOf({
        ...state,
        messages: [...state.messages],
        ids: [...state.ids],
        calls: new Map(state.calls),
        warned: new Set(state.warned),
        held: [...state.held],
      }),
  };
}

function addMessage(state: State, next: Shown): void {
  const message = wellFormed(next.message);
  const shown = { id: next.id, message };
  if (message.role === "tool") return attachResult(state, message.callId, shown);
  const isSent = isSendable(message);
  if (isSent && isReasoningOnly(message)) {
    state.held.push(shown);
    return;
  }
  if (isSent) flushReasoning(state, shown);
  if (message.role !== "assistant") return;
  for (const call of message.parts) {
    if (call.type !== "tool-call") continue;
    if (!isSent) {
      state.calls.set(call.callId, { place: null, isAnswered: false });
      continue;
    }
    const warning: ViewWarning = { type: "missing-result", id: next.id };
    state.calls.set(call.callId, { place: state.messages.length, isAnswered: false, warning });
    state.warned.add(warning);
    push(state, { id: null, message: missingResult(call) });
  }
}

function push({ ids, messages, onShown }: State, { id, message }: Shown): void {
  ids.push(id);
  messages.push(message);
  onShown(message);
}

function attachResult(
  { calls, ids, messages, onShown, warned }: State,
  callId: string,
  result: Shown,
): void {
  const call = calls.get(callId);
  if (call === undefined || call.isAnswered) {
    warned.add({ type: "orphan-result", id: result.id });
    return;
  }
  const { place, warning } = call;
  calls.set(callId, { place, isAnswered: true });
  if (warning !== undefined) warned.delete(warning);
  if (place === null) return;
  ids[place] = result.id;
  onShown(result.message, messages[place]);
  messages[place] = result.message;
}

function flushReasoning(state: State, next: Shown): void {
  const { held, warned } = state;
  if (next.message.role === "system") return push(state, next);
  const isLedTo = next.message.role === "assistant";
  const led = held.length === 0 ? held : held.splice(0);
  if (!isLedTo) for (const { id } of led) warned.add(detachedReasoning(id));
  if (!state.isOpened) {
    state.isOpened = true;
    if (next.message.role !== "user") push(state, { id: null, message: OPENING });
  }
  if (isLedTo) for (const each of led) push(state, each);
  push(state, next);
}

function detachedReasoning(id: string | null): ViewWarning {
  return { type: "detached-reasoning", id };
}
