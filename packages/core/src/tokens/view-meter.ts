import {
  type Message,
  type ToolCallPart,
  toolCalls,
  type ToolMessage,
} from "../message/message.ts";
import {
  isReasoningOnly,
  isSendable,
  missingResult,
  OPENING,
  wellFormed,
} from "../view/sendable.ts";
import type { TokenEstimator } from "./estimator.ts";

/** The estimated tokens of a view that grows message by message. Equals the estimate of the complete view. */
export type ViewMeter = {
  readonly tokens: () => number;
  readonly add: (message: Message) => void;
};

/** A call that was sent. The placeholder for its result is estimated only if the sum is read before the result comes. */
type OpenCall = { readonly call: ToolCallPart; placeholderTokens: number; isAnswered: boolean };

export function createViewMeter(prefix: readonly Message[], estimator: TokenEstimator): ViewMeter {
  /** The newest call by id; `null` if its message is not sent. */
  const calls = new Map<string, OpenCall | null>();
  let uncounted: OpenCall[] = [];
  let isOpened = prefix.some((message) => message.role === "user");
  let heldTokens = 0;
  let tokens = prefix.reduce((sum, message) => sum + estimator.estimate(message), 0);

  function addResult(message: ToolMessage): void {
    const call = calls.get(message.callId);
    if (call === undefined || call === null || call.isAnswered) return;
    call.isAnswered = true;
    tokens += estimator.estimate(message) - call.placeholderTokens;
  }

  function open(message: Message): void {
    if (isOpened || message.role === "system") return;
    isOpened = true;
    if (message.role !== "user") tokens += estimator.estimate(OPENING);
  }

  function add(original: Message): void {
    const message = wellFormed(original);
    if (message.role === "tool") return addResult(message);
    if (!isSendable(message)) {
      for (const { callId } of toolCalls(message)) calls.set(callId, null);
      return;
    }
    if (isReasoningOnly(message)) {
      heldTokens += estimator.estimate(message);
      return;
    }
    open(message);
    tokens += estimator.estimate(message) + (message.role === "assistant" ? heldTokens : 0);
    heldTokens = 0;
    for (const call of toolCalls(message)) {
      const open = { call, placeholderTokens: 0, isAnswered: false };
      calls.set(call.callId, open);
      uncounted.push(open);
    }
  }

  function sum(): number {
    if (uncounted.length === 0) return tokens;
    for (const open of uncounted) {
      if (open.isAnswered) continue;
      open.placeholderTokens = estimator.estimate(missingResult(open.call));
      tokens += open.placeholderTokens;
    }
    uncounted = [];
    return tokens;
  }

  return { tokens: sum, add };
}
