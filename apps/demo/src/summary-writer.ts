import { type Summarizer, textOf } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { classicSections } from "@cutpoint/prompts";
import { createOpenAIChatSummarizer } from "@cutpoint/prompts/openai";
import { type ReceivedRequest, startProvider } from "@cutpoint/provider-sim";
import OpenAI from "openai";
import { ruleMadeSummary } from "./rule-made-summary.ts";

/** The summarizer of the session. Disposal stops its local provider. */
export type SummaryWriter = AsyncDisposable & { readonly summarizer: Summarizer };

export type SummaryWriterOptions = {
  readonly kind: "extractive" | "model";
  readonly windowTokens: number;
  /** A real model, if there is a key. */
  readonly real: {
    readonly apiKey: string;
    readonly baseURL: string | null;
    readonly model: string;
  } | null;
};

const MODEL_OF_RULES = "rules";

/**
 * Opens the summarizer. A model is called over HTTP: the real one if there is a key, or else a model made of rules
 * behind a local provider.
 */
export async function openSummaryWriter(options: SummaryWriterOptions): Promise<SummaryWriter> {
  const { kind, real, windowTokens } = options;
  if (kind === "extractive")
    return { summarizer: createExtractiveSummarizer(), [Symbol.asyncDispose]: async () => {} };
  const settings = { windowTokens, sections: classicSections };
  if (real !== null) {
    const { apiKey, baseURL, model } = real;
    const client = new OpenAI({ apiKey, ...(baseURL === null ? {} : { baseURL }) });
    const summarizer = createOpenAIChatSummarizer({ client, model, ...settings });
    return { summarizer, [Symbol.asyncDispose]: async () => {} };
  }
  const provider = await startProvider({ windowTokens, script: answerTo });
  const client = new OpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` });
  return {
    summarizer: createOpenAIChatSummarizer({ client, model: MODEL_OF_RULES, ...settings }),
    [Symbol.asyncDispose]: async () => provider[Symbol.asyncDispose](),
  };
}

function answerTo({ body, messages }: ReceivedRequest): Promise<string> {
  const prompt = messages.findLast(({ role }) => role === "user");
  const limit = (body as { readonly max_completion_tokens?: number }).max_completion_tokens;
  return ruleMadeSummary(prompt === undefined ? "" : textOf(prompt), limit ?? 1_000);
}
