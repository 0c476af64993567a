import { createOpenAI } from "@ai-sdk/openai";
import type { FakeModel, SummarizerRig } from "@cutpoint/conformance";
import { fillIn } from "../../../prompts/test/support/fill-in.ts";
import { createAiSdkSummarizer } from "../../src/summarizer.ts";

/** A summarizer over a model of the SDK's provider for OpenAI. */
export const summarizerRig: SummarizerRig = {
  kind: "model",
  instructions: "followed",
  goodAnswer: fillIn,
  create: (model) =>
    createAiSdkSummarizer(createOpenAI({ apiKey: "none", fetch: answerWith(model) }).chat("any")),
};

type ChatBody = {
  readonly messages: readonly { readonly content: string }[];
  readonly max_completion_tokens?: number;
  readonly max_tokens?: number;
};

/** Answers Chat Completions with a model of the suite. */
function answerWith(model: FakeModel): typeof fetch {
  return async (_url, init) => {
    const body = JSON.parse(await new Response(init?.body ?? "").text()) as ChatBody;
    const prompt = body.messages.map(({ content }) => content).join("\n\n");
    const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? 0;
    const signal = init?.signal ?? new AbortController().signal;
    const { stopReason, text } = await model({ prompt, maxTokens }, signal);
    return Response.json({
      choices: [
        { index: 0, message: { role: "assistant", content: text }, finish_reason: stopReason },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
  };
}
