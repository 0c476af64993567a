import {
  isReasoningOnly,
  isSendable,
  missingResult,
  OPENING,
  wellFormed,
} from "../log/sendable.ts";
import { type Message, toolCalls, type ToolMessage } from "../model/message.ts";
import type { TokenEstimator } from "./estimator.ts";

/** The estimate of a view as it grows by one message at a time: the same sum as of the view made whole. */
export type ViewMeter = {
  readonly tokens: () => number;
  /** Takes the next message and tells whether the view shows it. */
  readonly add: (message: Message) => boolean;
};

type OpenCall = { readonly standInTokens: number; isAnswered: boolean };

/** Counts a view that begins with some messages: its head. */
export function createViewMeter(head: readonly Message[], estimator: TokenEstimator): ViewMeter {
  /** By call id, the newest call; `null` where it belongs to an answer that is not sent. */
  const calls = new Map<string, OpenCall | null>();
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
      const standInTokens = estimator.estimate(missingResult(call));
      calls.set(call.callId, { standInTokens, isAnswered: false });
      tokens += standInTokens;
    }
    return true;
  }

  return { tokens: () => tokens, add };
}
