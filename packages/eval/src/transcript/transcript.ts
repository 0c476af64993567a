import type { Message } from "@cutpoint/core";

/**
 * What a transcript is, which decides how it is measured.
 *
 * `coding`: an agent with tools at work. `service`: a dialogue with a customer, with tools. `chat`: a long talk without
 * tools, with questions about it. `recorded`: a history, the summary that a model once wrote of it, and what followed.
 */
export type TranscriptKind = "coding" | "service" | "chat" | "recorded";

/** A question about a chat; `evidence` are the indices of the messages that answer it. */
export type Question = { readonly question: string; readonly evidence: readonly number[] };

/** A conversation that went on after the point where it might have been compacted. */
export type Transcript = {
  readonly id: string;
  readonly kind: TranscriptKind;
  /** The project that it comes from: what is learned from one is tried on the others. */
  readonly project: string;
  readonly messages: readonly Message[];
  /**
   * By index of a message, what the program around the model showed right after it. No method is given it; an anchor
   * shown there need not have been remembered.
   */
  readonly shown: ReadonlyMap<number, string>;
  /** Of a chat; empty in all others. */
  readonly questions: readonly Question[];
  /** Of a `recorded` transcript: what the model wrote, and the index of the first message that followed. */
  readonly summary: { readonly text: string; readonly cut: number } | null;
};
