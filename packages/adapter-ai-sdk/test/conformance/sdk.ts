import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAI as createOpenAI3 } from "@ai-sdk/openai-3";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { CompactionOptions } from "@cutpoint/host-kit";
import * as seven from "ai";
import { convertToLanguageModelPrompt } from "ai/internal";
import * as six from "ai-6";
import { convertToLanguageModelPrompt as convertToLanguageModelPrompt6 } from "ai-6/internal";
import { createCompactionMiddleware } from "../../src/middleware.ts";
import { withCompaction } from "../../src/with-compaction.ts";

export type Steps = Awaited<ReturnType<typeof seven.generateText>>["steps"];

/** A major version of the SDK, with the types of the newest one. */
export type Sdk = Pick<typeof seven, "generateText" | "streamText" | "Output"> & {
  readonly name: string;
  readonly createOpenAI: typeof createOpenAI;
  /** What `withCompaction` does with this version. */
  readonly wrap: (model: LanguageModelV4, options: CompactionOptions) => LanguageModelV4;
  readonly convertPrompt: typeof convertToLanguageModelPrompt;
  readonly instructions: (text: string) => object;
  /** Returns the messages that a call added. */
  readonly addedIn: (steps: Steps) => readonly seven.ModelMessage[];
};

export const sdk7: Sdk = {
  ...seven,
  name: "AI SDK 7",
  createOpenAI,
  wrap: withCompaction,
  convertPrompt: convertToLanguageModelPrompt,
  instructions: (text) => ({ instructions: text }),
  addedIn: (steps) => steps.flatMap(({ response }) => response.messages),
};

export const sdk6: Sdk = {
  ...(six as unknown as typeof seven),
  name: "AI SDK 6",
  createOpenAI: createOpenAI3 as never,
  wrap: (model, options) =>
    six.wrapLanguageModel({
      model: model as never,
      middleware: createCompactionMiddleware(options) as never,
    }) as never,
  convertPrompt: convertToLanguageModelPrompt6 as never,
  instructions: (text) => ({ system: text }),
  // The messages of a step contain those of the steps before it.
  addedIn: (steps) => steps.at(-1)?.response.messages ?? [],
};
