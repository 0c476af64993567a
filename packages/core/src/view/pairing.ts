import { type Message, toolCalls } from "../message/message.ts";

/** Where the results of a list of messages belong. */
export type Pairing = {
  /** By index of a message with calls: for each call in order, the index of its result or `null`. */
  readonly resultsOf: ReadonlyMap<number, readonly (number | null)[]>;
  /** By index of a result: the index of the message that called, or `null` where nothing waits for it. */
  readonly callerOf: ReadonlyMap<number, number | null>;
};

/**
 * Pairs every tool result with its call, by id and position: a result answers the newest call of its id before it,
 * once. A result that comes before its call, or after another one, answers nothing.
 */
export function pairResults(messages: readonly Message[]): Pairing {
  const resultsOf = new Map<number, (number | null)[]>();
  const callerOf = new Map<number, number | null>();
  const newestCall = new Map<string, { readonly caller: number; readonly place: number }>();
  messages.forEach((message, index) => {
    if (message.role === "assistant") {
      const calls = toolCalls(message);
      if (calls.length === 0) return;
      resultsOf.set(
        index,
        calls.map(() => null),
      );
      calls.forEach((call, place) => newestCall.set(call.callId, { caller: index, place }));
    } else if (message.role === "tool") {
      const call = newestCall.get(message.callId);
      const results = call === undefined ? undefined : resultsOf.get(call.caller);
      if (call === undefined || results === undefined || results[call.place] !== null) {
        callerOf.set(index, null);
      } else {
        results[call.place] = index;
        callerOf.set(index, call.caller);
      }
    }
  });
  return { resultsOf, callerOf };
}
