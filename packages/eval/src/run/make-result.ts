import type { Message, TokenEstimator } from "@cutpoint/core";
import { summaryMessage } from "../methods/lines-within.ts";
import type { Arm, MethodRequest, MethodResult } from "../methods/method.ts";
import { systemMessages } from "../methods/steps.ts";
import { answeredPlaces } from "../reading/cut.ts";
import type { Trial } from "./trial.ts";

/** Messages of a result, or the error of the method. */
export type MethodOutput = {
  readonly messages: readonly Message[];
  readonly error: string | null;
  readonly milliseconds: number;
};

/** Runs a method on the history of a trial, in rounds of similar length. Each round has the whole budget. */
export async function makeResult(
  arm: Arm,
  { reading, cut, needs, budgetTokens }: Trial,
  estimator: TokenEstimator,
  rounds = 1,
): Promise<MethodOutput> {
  const all = reading.transcript.messages;
  const start = performance.now();
  let messages: readonly Message[] = [];
  let state: unknown;
  let from = 0;
  try {
    for (const to of roundEnds(all, reading.tokens, cut, rounds)) {
      messages = [...messages, ...all.slice(from, to)];
      const history = all.slice(0, to);
      const request: MethodRequest = { messages, history, rounds, state, budgetTokens, estimator };
      const result = await (arm.role === "oracle"
        ? arm.compact(request, needs)
        : arm.compact(request));
      messages = messagesIn(result, history);
      state = stateIn(result);
      from = to;
    }
    return { messages, error: null, milliseconds: performance.now() - start };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { messages: [], error: text, milliseconds: performance.now() - start };
  }
}

/** Returns where each round ends. The last one ends at the cut, and no round separates a call from its result. */
function roundEnds(
  messages: readonly Message[],
  tokens: readonly number[],
  { at, historyTokens }: Trial["cut"],
  rounds: number,
): readonly number[] {
  const places = rounds === 1 ? [] : answeredPlaces(messages.slice(0, at));
  const ends = new Set<number>();
  let before = 0;
  for (let place = 0; place < at; place += 1) {
    const due = ((ends.size + 1) * historyTokens) / rounds;
    if (ends.size < rounds - 1 && before >= due && places.includes(place)) ends.add(place);
    before += messages[place]?.role === "system" ? 0 : (tokens[place] ?? 0);
  }
  return [...ends, at];
}

function messagesIn(result: MethodResult, history: readonly Message[]): readonly Message[] {
  if (typeof result === "string")
    return [...systemMessages(history), ...(result === "" ? [] : [summaryMessage(result)])];
  return "messages" in result ? result.messages : result;
}

function stateIn(result: MethodResult): unknown {
  return typeof result !== "string" && "messages" in result ? result.state : undefined;
}
