import type { AssistantMessage } from "@cutpoint/core";

/** A tool call of the model. */
export type AnswerCall = {
  readonly name: string;
  /** Sent unchanged. Invalid JSON simulates a broken model. */
  readonly arguments: string;
  /** Default: a new unique id. */
  readonly id?: string;
};

/** Why the model stopped: it was done, its output limit was reached, or the window was full. */
export type AnswerStop = "end" | "length" | "window";

/** The content of an answer, independent of the vendor. Each endpoint writes it in its own format. */
export type Answer = {
  /**
   * Reasoning before the answer. Chat Completions only counts it; the other endpoints return it signed or encrypted.
   */
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly AnswerCall[];
  /** Default: `end`. */
  readonly stop?: AnswerStop;
};

/** An answer in which every call has an id. */
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

/** Returns the answer as a message, for counting. */
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
