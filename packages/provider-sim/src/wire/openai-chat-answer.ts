import type { ReadyAnswer } from "../answer.ts";
import { splitIntoChunks, type ServerEvent } from "../reply.ts";
import type { RuleViolation } from "../rules/rule.ts";
import type { AnswerUsage } from "../answer-usage.ts";
import type { WriteContext, VendorResponse } from "./endpoint.ts";
import type { OpenAIChatRequest } from "./openai-chat-request.ts";
import { errorBody } from "./vendor-error.ts";

export function writeOpenAIChat(
  request: OpenAIChatRequest,
  writeContext: WriteContext,
): VendorResponse {
  const { answer, tokenUsage, newId, now } = writeContext;
  const base = { id: newId("chatcmpl-"), created: now, model: request.model };
  const message = {
    role: "assistant",
    content: answer.text === "" ? null : answer.text,
    refusal: null,
    ...(answer.calls.length === 0 ? {} : { tool_calls: calls(answer) }),
  };
  return {
    status: 200,
    body: {
      ...base,
      object: "chat.completion",
      choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(answer) }],
      usage: usage(tokenUsage),
    },
    events: [
      ...deltas(answer).map((delta) => chunk(base, delta, null)),
      chunk(base, {}, finishReason(answer)),
      ...(request.stream_options?.include_usage === true
        ? [
            {
              data: {
                ...base,
                object: "chat.completion.chunk",
                choices: [],
                usage: usage(tokenUsage),
              },
            },
          ]
        : []),
      { data: "[DONE]" },
    ],
  };
}

/** Writes a failure. Inside a stream, Chat Completions sends a chunk with an error. */
export function failOpenAIChat(
  request: OpenAIChatRequest,
  violation: RuleViolation,
  { answer, newId, now }: WriteContext,
): VendorResponse {
  const base = { id: newId("chatcmpl-"), created: now, model: request.model };
  const body = errorBody("openai", violation, "");
  const begun = deltas(answer).map((delta) => chunk(base, delta, null));
  return { status: violation.status, body, events: [...begun, { data: body }] };
}

type ChunkBase = { readonly id: string; readonly created: number; readonly model: string };

function chunk(base: ChunkBase, delta: unknown, finish: string | null): ServerEvent {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
  return { data: { ...base, object: "chat.completion.chunk", choices } };
}

function deltas(answer: ReadyAnswer): readonly unknown[] {
  return [
    { role: "assistant", content: answer.text === "" ? null : "", refusal: null },
    ...splitIntoChunks(answer.text).map((content) => ({ content })),
    ...calls(answer).flatMap((call, index) => [
      { tool_calls: [{ index, ...call, function: { name: call.function.name, arguments: "" } }] },
      ...splitIntoChunks(call.function.arguments).map((piece) => ({
        tool_calls: [{ index, function: { arguments: piece } }],
      })),
    ]),
  ];
}

function calls(answer: ReadyAnswer): readonly {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}[] {
  return answer.calls.map((call) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: call.arguments },
  }));
}

function finishReason({ stop, calls }: ReadyAnswer): string {
  if (stop !== "end") return "length";
  return calls.length > 0 ? "tool_calls" : "stop";
}

function usage(tokenUsage: AnswerUsage): unknown {
  return {
    prompt_tokens: tokenUsage.inputTokens,
    completion_tokens: tokenUsage.outputTokens,
    total_tokens: tokenUsage.inputTokens + tokenUsage.outputTokens,
    prompt_tokens_details: { cached_tokens: tokenUsage.cachedTokens, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: tokenUsage.reasoningTokens,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
