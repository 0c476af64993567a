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

/** The estimate of a view as it grows by one message at a time: the same sum as of the view made whole. */
export type ViewMeter = {
  readonly tokens: () => number;
  /** Takes the next message and tells whether the view shows it. */
  readonly add: (message: Message) => boolean;
};

/** A call that was sent; its stand-in is estimated only where the sum is asked for before its result comes. */
type OpenCall = { readonly call: ToolCallPart; standInTokens: number; isAnswered: boolean };

/** Counts a view that begins with some messages: its head. */
export function createViewMeter(head: readonly Message[], estimator: TokenEstimator): ViewMeter {
  /** By call id, the newest call; `null` where it belongs to an answer that is not sent. */
  const calls = new Map<string, OpenCall | null>();
  /** The calls whose stand-ins are not in the sum. */
  let uncounted: OpenCall[] = [];
  let isOpened = head.some((message) => message.role === "user");
  let heldTokens = 0;
  let tokens = head.reduce((sum, message) => sum + estimator.estimate(message), 0);

  function addResult(message: ToolMessage): boolean {
    const call = calls.get(message.callId);
    if (call === undefined || call === null || call.isAnswered) return false;
    call.isAnswered = true;
    tokens += estimator.estimate(message) - call.standInTokens;
    return true;
  }

  function open(message: Message): void {
    if (isOpened || message.role === "system") return;
    isOpened = true;
    if (message.role !== "user") tokens += estimator.estimate(OPENING);
  }

  function add(original: Message): boolean {
    const message = wellFormed(original);
    if (message.role === "tool") return addResult(message);
    if (!isSendable(message)) {
      for (const { callId } of toolCalls(message)) calls.set(callId, null);
      return false;
    }
    if (isReasoningOnly(message)) {
      heldTokens += estimator.estimate(message);
      return false;
    }
    open(message);
    tokens += estimator.estimate(message) + (message.role === "assistant" ? heldTokens : 0);
    heldTokens = 0;
    for (const call of toolCalls(message)) {
      const open = { call, standInTokens: 0, isAnswered: false };
      calls.set(call.callId, open);
      uncounted.push(open);
    }
    return true;
  }

  function sum(): number {
    if (uncounted.length === 0) return tokens;
    for (const open of uncounted) {
      if (open.isAnswered) continue;
      open.standInTokens = estimator.estimate(missingResult(open.call));
      tokens += open.standInTokens;
    }
    uncounted = [];
    return tokens;
  }

  return { tokens: sum, add };
}
