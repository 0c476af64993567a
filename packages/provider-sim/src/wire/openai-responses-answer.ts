import { splitIntoChunks, type ServerEvent } from "../reply.ts";
import type { RuleViolation } from "../rules/rule.ts";
import type { AnswerUsage } from "../answer-usage.ts";
import { encodeReasoning } from "./bound-reasoning.ts";
import type { WriteContext, VendorResponse } from "./endpoint.ts";
import type { ResponsesRequest } from "./openai-responses-request.ts";

/** A complete item of an answer. */
type OutputItem = { readonly id: string; readonly type: string } & Readonly<
  Record<string, unknown>
>;

export function writeResponses(
  request: ResponsesRequest,
  writeContext: WriteContext,
): VendorResponse {
  const { answer, tokenUsage } = writeContext;
  const items = outputItems(request, writeContext);
  const response = emptyResponse(request, writeContext);
  const complete = answer.stop === "end";
  const body = {
    ...response,
    status: complete ? "completed" : "incomplete",
    incomplete_details: complete ? null : { reason: "max_output_tokens" },
    output: items,
    usage: responsesUsage(tokenUsage),
  };
  storeAnswer(request, writeContext, body.id, items);
  return {
    status: 200,
    body,
    events: numbered([
      { type: "response.created", response },
      { type: "response.in_progress", response },
      ...items.flatMap((item, index) => itemEvents(item, index)),
      { type: complete ? "response.completed" : "response.incomplete", response: body },
    ]),
  };
}

/** Writes a failure: a response with the status `failed`. In a stream, it is the last event. */
export function failResponses(
  request: ResponsesRequest,
  violation: RuleViolation,
  writeContext: WriteContext,
): VendorResponse {
  const response = emptyResponse(request, writeContext);
  const error = { code: violation.code ?? "server_error", message: violation.message };
  const body = { ...response, status: "failed", error };
  const begun = outputItems(request, writeContext).flatMap((item, index) =>
    itemEvents(item, index),
  );
  return {
    status: 200,
    body,
    events: numbered([
      { type: "response.created", response },
      { type: "response.in_progress", response },
      ...begun.slice(0, -1),
      { type: "response.failed", response: body },
    ]),
  };
}

export function responsesUsage(tokenUsage: AnswerUsage): unknown {
  return {
    input_tokens: tokenUsage.inputTokens,
    input_tokens_details: { cached_tokens: tokenUsage.cachedTokens, cache_write_tokens: 0 },
    output_tokens: tokenUsage.outputTokens,
    output_tokens_details: { reasoning_tokens: tokenUsage.reasoningTokens },
    total_tokens: tokenUsage.inputTokens + tokenUsage.outputTokens,
  };
}

function emptyResponse(request: ResponsesRequest, { newId, now }: WriteContext): OutputItem {
  return {
    id: newId("resp_"),
    type: "response",
    object: "response",
    created_at: now,
    status: "in_progress",
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    model: request.model,
    output: [],
    parallel_tool_calls: true,
    previous_response_id: request.previous_response_id ?? null,
    store: request.store !== false,
    temperature: 1,
    text: { format: { type: "text" } },
    tool_choice: "auto",
    tools: request.tools ?? [],
    top_p: 1,
    truncation: "disabled",
    usage: null,
    metadata: {},
    ...inputTransformations(request),
  };
}

/** Returned only if something was removed. */
function inputTransformations({ withheld = [] }: ResponsesRequest): object {
  if (withheld.length === 0) return {};
  return {
    input_transformations: withheld.map((id) => ({
      type: "reasoning",
      id,
      action: "removed",
      reason: "prefix_mismatch",
    })),
  };
}

function outputItems(
  request: ResponsesRequest,
  { answer, newId }: WriteContext,
): readonly OutputItem[] {
  const reasoning: OutputItem = {
    id: newId("rs_"),
    type: "reasoning",
    summary: [{ type: "summary_text", text: answer.reasoning }],
    encrypted_content: encodeReasoning(answer.reasoning, request),
    status: "completed",
  };
  const message: OutputItem = {
    id: newId("msg_"),
    type: "message",
    role: "assistant",
    status: answer.stop === "end" ? "completed" : "incomplete",
    content: [{ type: "output_text", text: answer.text, annotations: [], logprobs: [] }],
  };
  return [
    ...(answer.reasoning === "" ? [] : [reasoning]),
    ...(answer.text === "" ? [] : [message]),
    ...answer.calls.map((call) => ({
      id: newId("fc_"),
      type: "function_call",
      call_id: call.id,
      name: call.name,
      arguments: call.arguments,
      status: "completed",
    })),
  ];
}

function storeAnswer(
  request: ResponsesRequest,
  { memory }: WriteContext,
  responseId: string,
  items: readonly OutputItem[],
): void {
  const reasoning = items[0]?.type === "reasoning" ? items[0].id : null;
  const follower = items.find(({ type }) => type !== "reasoning");
  if (reasoning !== null && follower !== undefined) memory.reasoningOf.set(follower.id, reasoning);
  if (request.store === false) return;
  for (const item of items) memory.items.set(item.id, item);
  memory.responses.set(responseId, [...request.input, ...items]);
}

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

function numbered(events: readonly Event[]): readonly ServerEvent[] {
  return events.map((event, index) => ({
    name: event.type,
    data: { ...event, sequence_number: index },
  }));
}

function itemEvents(item: OutputItem, index: number): readonly Event[] {
  const position = { output_index: index };
  const begun = { ...item, status: "in_progress", ...blank(item.type) };
  return [
    { type: "response.output_item.added", ...position, item: begun },
    ...innerEvents(item).map((event) => ({ ...event, ...position, item_id: item.id })),
    { type: "response.output_item.done", ...position, item },
  ];
}

function blank(type: string): object {
  if (type === "reasoning") return { summary: [], encrypted_content: "" };
  return type === "message" ? { content: [] } : { arguments: "" };
}

function innerEvents(item: OutputItem): readonly Event[] {
  if (item.type === "reasoning") return reasoningEvents(firstText(item["summary"]));
  if (item.type === "message") return messageEvents(firstText(item["content"]));
  const text = String(item["arguments"]);
  return [
    ...splitIntoChunks(text).map((delta) => ({
      type: "response.function_call_arguments.delta",
      delta,
    })),
    { type: "response.function_call_arguments.done", arguments: text, name: item["name"] },
  ];
}

function reasoningEvents(text: string): readonly Event[] {
  const position = { summary_index: 0 };
  const part = { type: "summary_text", text };
  return [
    { type: "response.reasoning_summary_part.added", ...position, part: { ...part, text: "" } },
    ...splitIntoChunks(text).map((delta) => ({
      type: "response.reasoning_summary_text.delta",
      ...position,
      delta,
    })),
    { type: "response.reasoning_summary_text.done", ...position, text },
    { type: "response.reasoning_summary_part.done", ...position, part },
  ];
}

function messageEvents(text: string): readonly Event[] {
  const position = { content_index: 0 };
  const part = { type: "output_text", text, annotations: [], logprobs: [] };
  return [
    { type: "response.content_part.added", ...position, part: { ...part, text: "" } },
    ...splitIntoChunks(text).map((delta) => ({
      type: "response.output_text.delta",
      ...position,
      delta,
      logprobs: [],
    })),
    { type: "response.output_text.done", ...position, text, logprobs: [] },
    { type: "response.content_part.done", ...position, part },
  ];
}

function firstText(parts: unknown): string {
  return (parts as readonly { readonly text: string }[])[0]?.text ?? "";
}
