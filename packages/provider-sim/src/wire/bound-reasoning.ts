import { createHash, type Hash } from "node:crypto";
import type { Memory } from "../memory.ts";
import { kindOf, readItem, type ResponsesRequest } from "./openai-responses-request.ts";

/**
 * Models whose reasoning is not bound to the items before it.
 *
 * The vendor names no models. That the models since GPT-6 bind it is this provider's choice, so that both forms can be
 * tested.
 */
const UNBOUND = /^(?:gpt-(?:[1-5](?!\d)|oss)|o\d|chatgpt|chat-latest|codex)/;

/** Whether reasoning is left out, without an error, where it is sent behind other items than those it was made under. */
function bindsReasoning(model: string): boolean {
  const name = model.slice(model.lastIndexOf("/") + 1);
  return /^(?:gpt-|o\d|chat|codex)/.test(name) && !UNBOUND.test(name);
}

/** The encrypted content of reasoning; for models that bind it, with a hash of what it was made under. */
export function sealReasoning(reasoning: string, request: ResponsesRequest): string {
  const sealed = Buffer.from(reasoning).toString("base64");
  if (!bindsReasoning(request.model)) return sealed;
  const shown = { ...request, input: request.input.filter((item) => !isReasoning(item)) };
  return `${sealed}.${digestOf(shown.input.reduce(addItem, startOf(shown)))}`;
}

/** Finds the ids of reasoning items that were made under something else than what the request has before them. */
export function mismatchedReasoning(
  request: ResponsesRequest,
  { items }: Memory,
): readonly string[] {
  if (!bindsReasoning(request.model)) return [];
  const found: string[] = [];
  let before = startOf(request);
  for (const item of request.input) {
    if (!isReasoning(item)) {
      before = addItem(before, item);
      continue;
    }
    const id = item.id ?? "";
    const stored = items.get(id) as { readonly encrypted_content?: string } | undefined;
    const [, made] = (item.encrypted_content ?? stored?.encrypted_content ?? "").split(".");
    if (made !== undefined && made !== digestOf(before)) found.push(id);
  }
  return found;
}

/** The request as the model sees it: without the reasoning that was left out. */
export function withoutReasoning(request: ResponsesRequest): ResponsesRequest {
  const withheld = new Set(request.withheld);
  if (withheld.size === 0) return request;
  const input = request.input.filter((item) => !(isReasoning(item) && withheld.has(item.id ?? "")));
  return { ...request, input };
}

function isReasoning(item: ResponsesRequest["input"][number]): boolean {
  return kindOf(item) === "reasoning";
}

function startOf({ instructions, tools }: ResponsesRequest): Hash {
  return createHash("sha256").update(JSON.stringify([instructions ?? "", tools ?? []]));
}

function addItem(before: Hash, item: ResponsesRequest["input"][number]): Hash {
  return before.update(`${JSON.stringify(readItem(item))}\n`);
}

function digestOf(before: Hash): string {
  return before.copy().digest("base64");
}
