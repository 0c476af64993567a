import Anthropic from "@anthropic-ai/sdk";
import type { FakeModel, Subject } from "@cutpoint/conformance";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { createModelSummarizer } from "@cutpoint/prompts";
import { createAnthropicSummarizer } from "@cutpoint/prompts/anthropic";
import { fillIn } from "../../../packages/prompts/test/support/fill-in.ts";

export const subjects: readonly Subject[] = [
  {
    type: "summarizer",
    name: "@cutpoint/core's summarizer by rules",
    rig: {
      kind: "rules",
      instructions: "followed",
      goodAnswer: () => "",
      create: () => createExtractiveSummarizer(),
    },
  },
  {
    type: "summarizer",
    name: "@cutpoint/prompts",
    rig: {
      kind: "model",
      instructions: "followed",
      goodAnswer: fillIn,
      create: (model) =>
        createModelSummarizer({
          name: "scripted",
          complete: ({ system, prompt }, { signal, maxTokens }) =>
            model({ prompt: `${system}\n\n${prompt}`, maxTokens }, signal),
        }),
    },
  },
  ...[true, false].map((stream): Subject => ({
    type: "summarizer",
    name: `@cutpoint/prompts: Anthropic's client${stream ? ", streamed" : ""}`,
    rig: {
      kind: "model",
      instructions: "followed",
      goodAnswer: fillIn,
      create: (model) =>
        createAnthropicSummarizer({
          client: new Anthropic({ apiKey: "none", fetch: answerWith(model) }),
          model: "claude-sonnet-5",
          stream,
        }),
    },
  })),
];

/** Answers requests of Anthropic's client with a model of the suite. */
function answerWith(model: FakeModel): typeof fetch {
  return async (_url, init) => {
    const body = JSON.parse(
      await new Response(init?.body ?? "").text(),
    ) as Anthropic.MessageCreateParams;
    const prompt = [body.system, ...body.messages.map(({ content }) => content)]
      .map((content) => (typeof content === "string" ? content : JSON.stringify(content)))
      .join("\n\n");
    const signal = init?.signal ?? new AbortController().signal;
    const { text, stopReason } = await model({ prompt, maxTokens: body.max_tokens }, signal);
    const end = { stop_reason: stopReason === "stop" ? "end_turn" : "max_tokens" };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const content = [{ type: "text", text }];
    if (body.stream !== true) return Response.json({ type: "message", content, ...end, usage });
    const index = 0;
    const events = [
      { type: "message_start", message: { type: "message", content: [], usage } },
      { type: "content_block_start", index, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index, delta: { type: "text_delta", text } },
      { type: "content_block_stop", index },
      { type: "message_delta", delta: end, usage },
      { type: "message_stop" },
    ];
    const lines = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
  };
}
