import type { Message } from "@cutpoint/core";

/**
 * Kind of a transcript, which decides how it is measured.
 *
 * `coding`: an agent with tools. `service`: a customer dialogue with tools. `chat`: a long conversation without tools,
 * with questions about it. `recorded`: a history, the summary that a model wrote, and the messages after it.
 */
export type TranscriptKind = "coding" | "service" | "chat" | "recorded";

/** Question about a chat. `evidence` contains the indices of the messages that answer it. */
export type Question = { readonly question: string; readonly evidence: readonly number[] };

/** A conversation that continues after the point where it is compacted. */
export type Transcript = {
  readonly id: string;
  readonly kind: TranscriptKind;
  /** Project that it belongs to. Projects are the units of cross-validation. */
  readonly project: string;
  readonly messages: readonly Message[];
  /**
   * Text that the program around the model showed after a message, by message index.
   *
   * Methods do not receive it. An anchor that is shown here does not need to be remembered.
   */
  readonly shown: ReadonlyMap<number, string>;
  /** Questions about a chat. Empty for other kinds. */
  readonly questions: readonly Question[];
  /** Recorded summary, and the index of the first message after it. */
  readonly summary: { readonly text: string; readonly cut: number } | null;
};
