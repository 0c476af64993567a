import type { Summarizer } from "@cutpoint/core";
import type { ConformanceCase } from "../conformance-case.ts";

/** A model that the suite controls. */
export type FakeModel = (
  request: {
    /** Everything that the model reads, including instructions. */
    readonly prompt: string;
    /** Maximum tokens of the answer. */
    readonly maxTokens: number;
  },
  signal: AbortSignal,
) => Promise<{
  readonly text: string;
  /** `length` if the text was truncated. */
  readonly stopReason: "stop" | "length";
}>;

/** Gives the suite access to a summarizer. */
export interface SummarizerRig {
  /** `model` if it calls a model, `rules` if it does not. */
  readonly kind: "model" | "rules";
  /** Whether `instructions` change the prompt or the text, or have no effect. */
  readonly instructions: "followed" | "ignored";
  /** Returns an answer that fulfills `prompt`. Called only for the kind `model`. */
  goodAnswer(prompt: string): string;
  /** @param model the only model that it may call. A summarizer of the kind `rules` ignores it. */
  create(model: FakeModel): Summarizer;
}

export type SummarizerCase = ConformanceCase<SummarizerRig>;

export function needsModel({ kind }: SummarizerRig): string | null {
  return kind === "model" ? null : "it asks no model";
}

export function needsRules({ kind }: SummarizerRig): string | null {
  return kind === "rules" ? null : "the text depends on the model";
}
