import type { SummarizerRig } from "@cutpoint/conformance";
import { type Model, Usage } from "@openai/agents-core";
import { fillIn } from "../../../prompts/test/support/fill-in.ts";
import { createAgentsSummarizer } from "@cutpoint/adapter-openai-agents";

/** A summarizer over a model of the SDK's shape. */
export const summarizerRig: SummarizerRig = {
  kind: "model",
  instructions: "followed",
  goodAnswer: fillIn,
  create(asked) {
    const model: Model = {
      async getResponse({ systemInstructions, input, modelSettings, signal }) {
        const [message] = input;
        const isTalk = typeof message === "object" && "content" in message;
        const content = isTalk && typeof message.content === "string" ? message.content : "";
        const { text, stopReason } = await asked(
          {
            prompt: `${systemInstructions}\n\n${content}`,
            maxTokens: modelSettings.maxTokens ?? 0,
          },
          signal ?? new AbortController().signal,
        );
        return {
          usage: new Usage({ inputTokens: 1, outputTokens: 1 }),
          output: [
            {
              type: "message",
              role: "assistant",
              status: "completed",
              content: [{ type: "output_text", text }],
            },
          ],
          providerData: { choices: [{ finish_reason: stopReason }] },
        };
      },
      getStreamedResponse() {
        throw new Error("a summary is not streamed");
      },
    };
    return createAgentsSummarizer(model);
  },
};
