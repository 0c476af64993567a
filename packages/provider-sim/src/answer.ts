import type { AssistantMessage } from "@cutpoint/core";

/** A tool call that the model makes. */
export type AnswerCall = {
  readonly name: string;
  /** JSON text, sent as it is: text that is no JSON is what a broken model would send. */
  readonly arguments: string;
  /** Default: one that the provider makes up, never the same twice. */
  readonly id?: string;
};

/** Why the model stopped: it was done, its output limit was reached, or the window was full. */
export type AnswerStop = "end" | "length" | "window";

/** What the model says, in no vendor's words: each endpoint writes it as its vendor does. */
export type Answer = {
  /** What it thought first. Chat Completions only counts it, the other two show it, signed or encrypted. */
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly AnswerCall[];
  /** Default: `end`. */
  readonly stop?: AnswerStop;
};

/** An answer that is about to be written: every call has its id. */
export type ReadyAnswer = {
  readonly reasoning: string;
  readonly text: string;
  readonly calls: readonly Required<AnswerCall>[];
  readonly stop: AnswerStop;
};

/** @param nextCallId called once for each call without an id */
export function readyAnswer(answer: Answer, nextCallId: () => string): ReadyAnswer {
  return {
    reasoning: answer.reasoning ?? "",
    text: answer.text ?? "",
    calls: (answer.calls ?? []).map((call) => ({ ...call, id: call.id ?? nextCallId() })),
    stop: answer.stop ?? "end",
  };
}

/** The answer as a message, for counting. */
export function answerMessage(answer: ReadyAnswer): AssistantMessage {
  return {
    role: "assistant",
    parts: [
      ...(answer.reasoning === "" ? [] : [{ type: "reasoning", text: answer.reasoning } as const]),
      ...(answer.text === "" ? [] : [{ type: "text", text: answer.text } as const]),
      ...answer.calls.map(
        (call) =>
          ({
            type: "tool-call",
            callId: call.id,
            name: call.name,
            arguments: call.arguments,
          }) as const,
      ),
    ],
  };
}
