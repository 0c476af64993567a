import type { Message } from "../model/message.ts";

/**
 * Tells how many tokens a message takes.
 *
 * Contract: synchronous, pure and deterministic; never throws, never negative, never `NaN`; counts all that goes over
 * the wire (text, reasoning, tool names and arguments, files, the envelope of the message). May be called any number
 * of times for one message.
 */
export interface TokenEstimator {
  /** Told in receipts and reports. */
  readonly name: string;
  /** Tokens of one message. */
  estimate(message: Message): number;
  /** Tokens of bare text: a system text, the JSON of the tools, a summary; 0 for the empty text. */
  estimateText(text: string): number;
}
