import type { ReadyAnswer } from "../answer.ts";
import { inPieces, type ServerEvent } from "../reply.ts";
import type { RuleViolation } from "../rules/rule.ts";
import type { Spent } from "../spent.ts";
import type { AnthropicRequest } from "./anthropic-request.ts";
import type { Writing, Written } from "./endpoint.ts";
import { bindingOfAnswer, dropsMismatches, wantsBindingControls } from "./bound-thinking.ts";
import { signThinking, type ThinkingBinding } from "./thinking-signature.ts";
import { errorBody } from "./vendor-error.ts";

type Block = { readonly type: string } & Readonly<Record<string, unknown>>;

export function writeAnthropic(request: AnthropicRequest, writing: Writing): Written {
  const { answer, spent, newId } = writing;
  const head = {
    id: newId("msg_"),
    type: "message",
    role: "assistant",
    model: request.model,
    ...inputTransformations(request),
  };
  const blocks = contentBlocks(answer, bindingOfAnswer(request));
  const stop = { stop_reason: stopReason(answer), stop_sequence: null };
  const usage = anthropicUsage(spent);
  const opening = { ...head, content: [], stop_reason: null, stop_sequence: null };
  return {
    status: 200,
    body: { ...head, content: blocks, ...stop, usage },
    events: [
      event("message_start", { message: { ...opening, usage: { ...usage, output_tokens: 1 } } }),
      event("ping", {}),
      ...blocks.flatMap((block, index) => blockEvents(block, index, answer)),
      event("message_delta", { delta: stop, usage }),
      event("message_stop", {}),
    ],
  };
}

/** Anthropic tells of a failure inside a stream by an event that is an error. */
export function failAnthropic(
  request: AnthropicRequest,
  breach: RuleViolation,
  writing: Writing,
): Written {
  const begun = writeAnthropic(request, writing).events.slice(0, -2);
  const body = errorBody("anthropic", breach, "");
  return { status: breach.status, body, events: [...begun, { name: "error", data: body }] };
}

export function writeCount(_: AnthropicRequest, { spent }: Writing): Written {
  return { status: 200, body: { input_tokens: spent.inputTokens }, events: [] };
}

function anthropicUsage(spent: Spent): Readonly<Record<string, unknown>> {
  const { cachedTokens, cacheWriteTokens, inputTokens } = spent;
  return {
    input_tokens: inputTokens - cachedTokens - cacheWriteTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedTokens,
    cache_creation: null,
    output_tokens: spent.outputTokens,
    server_tool_use: null,
    service_tier: "standard",
  };
}

/** Reported to those who ask for it by the beta header, as an empty list if nothing was left out. */
function inputTransformations(request: AnthropicRequest): object {
  if (!wantsBindingControls(request)) return {};
  const dropped = dropsMismatches(request) ? (request.mismatched ?? []) : [];
  return {
    input_transformations: dropped.map(({ path }) => ({
      type: "thinking_dropped",
      path,
      reason: "prefix_binding_mismatch",
    })),
  };
}

function contentBlocks(
  { reasoning, text, calls }: ReadyAnswer,
  binding: ThinkingBinding | null,
): readonly Block[] {
  return [
    ...(reasoning === ""
      ? []
      : [{ type: "thinking", thinking: reasoning, signature: signThinking(reasoning, binding) }]),
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...calls.map((call) => ({
      type: "tool_use",
      id: call.id,
      name: call.name,
      input: parsedInput(call.arguments),
    })),
  ];
}

/** What is no JSON comes as the documentation of fine-grained tool streaming has it. */
function parsedInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { INVALID_JSON: text };
  }
}

function stopReason({ stop, calls }: ReadyAnswer): string {
  if (stop === "window") return "model_context_window_exceeded";
  if (stop === "length") return "max_tokens";
  return calls.length > 0 ? "tool_use" : "end_turn";
}

function event(type: string, data: object): ServerEvent {
  return { name: type, data: { type, ...data } };
}

function blockEvents(block: Block, index: number, answer: ReadyAnswer): readonly ServerEvent[] {
  return [
    event("content_block_start", { index, content_block: blank(block) }),
    ...deltas(block, answer).map((delta) => event("content_block_delta", { index, delta })),
    event("content_block_stop", { index }),
  ];
}

function blank(block: Block): Block {
  if (block.type === "thinking") return { ...block, thinking: "", signature: "" };
  return block.type === "text" ? { ...block, text: "" } : { ...block, input: {} };
}

function deltas(block: Block, answer: ReadyAnswer): readonly object[] {
  if (block.type === "text")
    return inPieces(answer.text).map((text) => ({ type: "text_delta", text }));
  if (block.type === "thinking")
    return [
      ...inPieces(answer.reasoning).map((thinking) => ({ type: "thinking_delta", thinking })),
      { type: "signature_delta", signature: block["signature"] },
    ];
  const call = answer.calls.find(({ id }) => id === block["id"]);
  return inPieces(call?.arguments ?? "").map((json) => ({
    type: "input_json_delta",
    partial_json: json,
  }));
}
