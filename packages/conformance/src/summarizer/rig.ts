import type { Summarizer } from "@cutpoint/core";
import type { ConformanceCase } from "../conformance-case.ts";

/** What a summarizer asks of a model, and what it gets. */
export type FakeModel = (
  request: {
    /** All that the model is given to read, instructions included. */
    readonly prompt: string;
    /** The most that the answer may take. */
    readonly maxTokens: number;
  },
  signal: AbortSignal,
) => Promise<{
  readonly text: string;
  /** `length` where the text is cut off at its limit. */
  readonly stopReason: "stop" | "length";
}>;

/** What the suite must know of a summarizer. */
export interface SummarizerRig {
  /** Whether a model is asked, or the summary is made by rules; each is held to its own. */
  readonly kind: "model" | "rules";
  /** What becomes of `instructions`: they show in what the model is asked or in the text, or change nothing. */
  readonly instructions: "followed" | "ignored";
  /** What a model answers that does all that `prompt` asks of it; asked only where a model is. */
  goodAnswer(prompt: string): string;
  /** @param model the only one that it may ask; one that works by rules leaves it alone */
  create(model: FakeModel): Summarizer;
}

export type SummarizerCase = ConformanceCase<SummarizerRig>;

export function needsModel({ kind }: SummarizerRig): string | null {
  return kind === "model" ? null : "it asks no model";
}

export function needsRules({ kind }: SummarizerRig): string | null {
  return kind === "rules" ? null : "what it says is up to a model";
}
