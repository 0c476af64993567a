import type { Message, Part } from "@cutpoint/core";

/** The text of an answer, and the ids of its calls in order. */
export type AnswerText = { readonly text: string; readonly callIds: readonly string[] };

/** A unit of a request, and the parts of the message that it was converted to. */
export type OriginalUnit<Unit> = { readonly unit: Unit; readonly parts: readonly Part[] };

/**
 * How a host or a provider writes messages.
 *
 * A unit is the part of a request that becomes one item: mostly a message, for example one of several results in one
 * message.
 */
export type UnitFormat<Unit> = {
  /** Whether units consist of JSON that nothing changes, so that the same object has the same content. Default: `false`. */
  readonly isParsed?: boolean;
  /** Returns the content of a unit as text. It is the same in every request, for example without cache points. */
  readonly contentOf: (unit: Unit) => string;
  /** Returns the text and calls of an answer of the model; `null` for other units. */
  readonly answerOf: (unit: Unit) => AnswerText | null;
  readonly toMessage: (unit: Unit) => Message;
  /**
   * Converts a message of a view.
   *
   * @param original the unit that it was made from: unchanged parts keep the fields that Cutpoint does not read
   */
  readonly fromMessage: (message: Message, original?: OriginalUnit<Unit>) => Unit;
};
