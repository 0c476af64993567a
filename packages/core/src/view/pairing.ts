import { type Message, toolCalls } from "../message/message.ts";

/**
 * Pairs tool results with their calls. Returns the positions of the results in call order, by the position of the message
 * with the calls; `null` for a missing result.
 *
 * A result belongs to the newest call with its id before it. Each call takes one result.
 */
export function pairResults(
  messages: readonly Message[],
): ReadonlyMap<number, readonly (number | null)[]> {
  const resultsByCaller = new Map<number, (number | null)[]>();
  const newestCall = new Map<string, { results: (number | null)[]; place: number }>();
  messages.forEach((message, index) => {
    const calls = toolCalls(message);
    if (calls.length > 0) {
      const results = calls.map(() => null);
      resultsByCaller.set(index, results);
      calls.forEach(({ callId }, place) => newestCall.set(callId, { results, place }));
    } else if (message.role === "tool") {
      const call = newestCall.get(message.callId);
      if (call?.results[call.place] === null) call.results[call.place] = index;
    }
  });
  return resultsByCaller;
}
