import { parseJson } from "@cutpoint/core/kit";
import type { ReadyAnswer } from "../answer.ts";
import { splitIntoChunks, type ServerEvent } from "../reply.ts";
import type { RuleViolation } from "../rules/rule.ts";
import type { AnswerUsage } from "../answer-usage.ts";
import type { AnthropicRequest } from "./anthropic-request.ts";
import type { WriteContext, VendorResponse } from "./endpoint.ts";
import { bindingOfAnswer, dropsMismatches, wantsBindingControls } from "./bound-thinking.ts";
import { isCompactionRequest } from "../rules/anthropic-compaction.ts";
import { signThinking, type ThinkingBinding } from "./thinking-signature.ts";
import { errorBody } from "./vendor-error.ts";

type Block = { readonly type: string } & Readonly<Record<string, unknown>>;

export function writeAnthropic(
  request: AnthropicRequest,
  writeContext: WriteContext,
): VendorResponse {
  const { answer, tokenUsage, newId } = writeContext;
  const base = {
    id: newId("msg_"),
    type: "message",
    role: "assistant",
    model: request.model,
    ...inputTransformations(request),
  };
  const isCompaction = isCompactionRequest(request);
  const blocks = isCompaction
    ? compactionBlocks(answer)
    : contentBlocks(answer, bindingOfAnswer(request));
  const reason = isCompaction ? "compaction" : stopReason(answer);
  const stop = { stop_reason: reason, stop_sequence: null };
  const usage = anthropicUsage(tokenUsage);
  const opening = { ...base, content: [], stop_reason: null, stop_sequence: null };
  return {
    status: 200,
    body: { ...base, content: blocks, ...stop, usage },
    events: [
      event("message_start", { message: { ...opening, usage: { ...usage, output_tokens: 1 } } }),
      event("ping", {}),
      ...blocks.flatMap((block, index) => blockEvents(block, index, answer)),
      event("message_delta", { delta: stop, usage }),
      event("message_stop", {}),
    ],
  };
}

/** Writes a failure. Inside a stream, Anthropic sends an `error` event. */
export function failAnthropic(
  request: AnthropicRequest,
  violation: RuleViolation,
  writeContext: WriteContext,
): VendorResponse {
  const begun = writeAnthropic(request, writeContext).events.slice(0, -2);
  const body = errorBody("anthropic", violation, "");
  return { status: violation.status, body, events: [...begun, { name: "error", data: body }] };
}

export function writeCount(_: AnthropicRequest, { tokenUsage }: WriteContext): VendorResponse {
  return { status: 200, body: { input_tokens: tokenUsage.inputTokens }, events: [] };
}

function anthropicUsage(tokenUsage: AnswerUsage): Readonly<Record<string, unknown>> {
  const { cachedTokens, cacheWriteTokens, inputTokens } = tokenUsage;
  return {
    input_tokens: inputTokens - cachedTokens - cacheWriteTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedTokens,
    cache_creation: null,
    output_tokens: tokenUsage.outputTokens,
    server_tool_use: null,
    service_tier: "standard",
  };
}

/** Returned if the request has the beta header, as an empty list if nothing was removed. */
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

/** The result of an on-demand compaction: one block, without a summary if it failed. */
function compactionBlocks({ text }: ReadyAnswer): readonly Block[] {
  const content = text === "" ? null : text;
  return [
    { type: "compaction", content, encrypted_content: null, signature: signThinking(text, null) },
  ];
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

/** Invalid JSON is wrapped, as documented for fine-grained tool streaming. */
function parsedInput(text: string): unknown {
  const input = parseJson(text);
  return input === undefined ? { INVALID_JSON: text } : input;
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
  if (block.type === "compaction") return { ...block, content: null };
  return block.type === "text" ? { ...block, text: "" } : { ...block, input: {} };
}

function deltas(block: Block, answer: ReadyAnswer): readonly object[] {
  if (block.type === "compaction") return [{ ...block, type: "compaction_delta" }];
  if (block.type === "text")
    return splitIntoChunks(answer.text).map((text) => ({ type: "text_delta", text }));
  if (block.type === "thinking")
    return [
      ...splitIntoChunks(answer.reasoning).map((thinking) => ({
        type: "thinking_delta",
        thinking,
      })),
      { type: "signature_delta", signature: block["signature"] },
    ];
  const call = answer.calls.find(({ id }) => id === block["id"]);
  return splitIntoChunks(call?.arguments ?? "").map((json) => ({
    type: "input_json_delta",
    partial_json: json,
  }));
}
