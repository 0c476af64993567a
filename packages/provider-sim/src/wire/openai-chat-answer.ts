import type { ReadyAnswer } from "../answer.ts";
import { inPieces, type ServerEvent } from "../reply.ts";
import type { RuleViolation } from "../rules/rule.ts";
import type { Spent } from "../spent.ts";
import type { Writing, Written } from "./endpoint.ts";
import type { OpenAIChatRequest } from "./openai-chat-request.ts";
import { errorBody } from "./vendor-error.ts";

export function writeOpenAIChat(request: OpenAIChatRequest, writing: Writing): Written {
  const { answer, spent, newId, now } = writing;
  const head = { id: newId("chatcmpl-"), created: now, model: request.model };
  const message = {
    role: "assistant",
    content: answer.text === "" ? null : answer.text,
    refusal: null,
    ...(answer.calls.length === 0 ? {} : { tool_calls: calls(answer) }),
  };
  return {
    status: 200,
    body: {
      ...head,
      object: "chat.completion",
      choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(answer) }],
      usage: usage(spent),
    },
    events: [
      ...deltas(answer).map((delta) => chunk(head, delta, null)),
      chunk(head, {}, finishReason(answer)),
      ...(request.stream_options?.include_usage === true
        ? [{ data: { ...head, object: "chat.completion.chunk", choices: [], usage: usage(spent) } }]
        : []),
      { data: "[DONE]" },
    ],
  };
}

/** Chat Completions tells of a failure inside a stream by a chunk that is an error. */
export function failOpenAIChat(
  request: OpenAIChatRequest,
  breach: RuleViolation,
  { answer, newId, now }: Writing,
): Written {
  const head = { id: newId("chatcmpl-"), created: now, model: request.model };
  const body = errorBody("openai", breach, "");
  const begun = deltas(answer).map((delta) => chunk(head, delta, null));
  return { status: breach.status, body, events: [...begun, { data: body }] };
}

type Head = { readonly id: string; readonly created: number; readonly model: string };

function chunk(head: Head, delta: unknown, finish: string | null): ServerEvent {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
  return { data: { ...head, object: "chat.completion.chunk", choices } };
}

function deltas(answer: ReadyAnswer): readonly unknown[] {
  return [
    { role: "assistant", content: answer.text === "" ? null : "", refusal: null },
    ...inPieces(answer.text).map((content) => ({ content })),
    ...calls(answer).flatMap((call, index) => [
      { tool_calls: [{ index, ...call, function: { name: call.function.name, arguments: "" } }] },
      ...inPieces(call.function.arguments).map((piece) => ({
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

function usage(spent: Spent): unknown {
  return {
    prompt_tokens: spent.inputTokens,
    completion_tokens: spent.outputTokens,
    total_tokens: spent.inputTokens + spent.outputTokens,
    prompt_tokens_details: { cached_tokens: spent.cachedTokens, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: spent.reasoningTokens,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
