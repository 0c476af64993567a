import Anthropic from "@anthropic-ai/sdk";
import type { FakeModel, Subject } from "@cutpoint/conformance";
import { TURN_CONTEXT_HEADING } from "@cutpoint/core/kit";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { createModelSummarizer } from "@cutpoint/prompts";
import { createAnthropicSummarizer } from "@cutpoint/prompts/anthropic";

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
      goodAnswer: filledIn,
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
      goodAnswer: filledIn,
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

/** An answer with every requested heading and text under it. */
function filledIn(prompt: string): string {
  const headings = prompt.split("\n").filter((line) => line.startsWith("## "));
  const sections = [...new Set(headings)].map((heading) => `${heading}\n- The key is in hall 7.`);
  const turn = prompt.includes(TURN_CONTEXT_HEADING)
    ? ["---", TURN_CONTEXT_HEADING, "- The buoy was asked for."]
    : [];
  return [...sections, ...turn].join("\n\n");
}
