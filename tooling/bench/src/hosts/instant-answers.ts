import type { LanguageModelV4 } from "@ai-sdk/provider";

/** A message in a form that all hosts accept. */
export type Said = { readonly role: "user" | "assistant"; readonly content: string };

/** A `fetch` that answers each request at once. */
export function answerWith(answer: object): typeof fetch {
  const text = JSON.stringify(answer);
  return async () => new Response(text, { headers: { "content-type": "application/json" } });
}

export const anthropicAnswer = {
  type: "message",
  role: "assistant",
  content: [{ type: "text", text: "OK." }],
  stop_reason: "end_turn",
} as const;

export const chatAnswer = {
  choices: [{ index: 0, message: { role: "assistant", content: "OK." }, finish_reason: "stop" }],
} as const;

export const responsesAnswer = {
  status: "completed",
  output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "OK." }] }],
} as const;

const unknown = {
  total: undefined,
  noCache: undefined,
  cacheRead: undefined,
  cacheWrite: undefined,
};

/** A language model that answers at once, without usage. */
export const instantModel: LanguageModelV4 = {
  specificationVersion: "v4",
  provider: "instant",
  modelId: "any",
  supportedUrls: {},
  doGenerate: async () => ({
    content: [{ type: "text", text: "OK." }],
    finishReason: { unified: "stop", raw: "stop" },
    usage: {
      inputTokens: unknown,
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    },
    warnings: [],
  }),
  doStream: () => Promise.reject(new Error("the benchmark does not stream")),
};
