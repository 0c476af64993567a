import { inPieces, type ServerEvent } from "../reply.ts";
import type { RuleViolation } from "../rules/rule.ts";
import type { Spent } from "../spent.ts";
import { sealReasoning } from "./bound-reasoning.ts";
import type { Writing, Written } from "./endpoint.ts";
import type { ResponsesRequest } from "./openai-responses-request.ts";

/** An item of an answer, complete. */
type OutputItem = { readonly id: string; readonly type: string } & Readonly<
  Record<string, unknown>
>;

export function writeResponses(request: ResponsesRequest, writing: Writing): Written {
  const { answer, spent } = writing;
  const items = outputItems(request, writing);
  const response = emptyResponse(request, writing);
  const complete = answer.stop === "end";
  const body = {
    ...response,
    status: complete ? "completed" : "incomplete",
    incomplete_details: complete ? null : { reason: "max_output_tokens" },
    output: items,
    usage: responsesUsage(spent),
  };
  remember(request, writing, body.id, items);
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

/** Responses tells of a failure by a response that has failed; inside a stream, as its last event. */
export function failResponses(
  request: ResponsesRequest,
  breach: RuleViolation,
  writing: Writing,
): Written {
  const response = emptyResponse(request, writing);
  const error = { code: breach.code ?? "server_error", message: breach.message };
  const body = { ...response, status: "failed", error };
  const begun = outputItems(request, writing).flatMap((item, index) => itemEvents(item, index));
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

export function responsesUsage(spent: Spent): unknown {
  return {
    input_tokens: spent.inputTokens,
    input_tokens_details: { cached_tokens: spent.cachedTokens, cache_write_tokens: 0 },
    output_tokens: spent.outputTokens,
    output_tokens_details: { reasoning_tokens: spent.reasoningTokens },
    total_tokens: spent.inputTokens + spent.outputTokens,
  };
}

function emptyResponse(request: ResponsesRequest, { newId, now }: Writing): OutputItem {
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

/** Reported only if something was left out. */
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

function outputItems(request: ResponsesRequest, { answer, newId }: Writing): readonly OutputItem[] {
  const reasoning: OutputItem = {
    id: newId("rs_"),
    type: "reasoning",
    summary: [{ type: "summary_text", text: answer.reasoning }],
    encrypted_content: sealReasoning(answer.reasoning, request),
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

function remember(
  request: ResponsesRequest,
  { memory }: Writing,
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
  const place = { output_index: index };
  const begun = { ...item, status: "in_progress", ...blank(item.type) };
  return [
    { type: "response.output_item.added", ...place, item: begun },
    ...innerEvents(item).map((event) => ({ ...event, ...place, item_id: item.id })),
    { type: "response.output_item.done", ...place, item },
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
    ...inPieces(text).map((delta) => ({ type: "response.function_call_arguments.delta", delta })),
    { type: "response.function_call_arguments.done", arguments: text, name: item["name"] },
  ];
}

function reasoningEvents(text: string): readonly Event[] {
  const place = { summary_index: 0 };
  const part = { type: "summary_text", text };
  return [
    { type: "response.reasoning_summary_part.added", ...place, part: { ...part, text: "" } },
    ...inPieces(text).map((delta) => ({
      type: "response.reasoning_summary_text.delta",
      ...place,
      delta,
    })),
    { type: "response.reasoning_summary_text.done", ...place, text },
    { type: "response.reasoning_summary_part.done", ...place, part },
  ];
}

function messageEvents(text: string): readonly Event[] {
  const place = { content_index: 0 };
  const part = { type: "output_text", text, annotations: [], logprobs: [] };
  return [
    { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
    ...inPieces(text).map((delta) => ({
      type: "response.output_text.delta",
      ...place,
      delta,
      logprobs: [],
    })),
    { type: "response.output_text.done", ...place, text, logprobs: [] },
    { type: "response.content_part.done", ...place, part },
  ];
}

function firstText(parts: unknown): string {
  return (parts as readonly { readonly text: string }[])[0]?.text ?? "";
}
