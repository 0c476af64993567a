import { createHash, type Hash } from "node:crypto";
import type { Memory } from "../memory.ts";
import { kindOf, readItem, type ResponsesRequest } from "./openai-responses-request.ts";

/**
 * Models whose reasoning is not bound to the items before it.
 *
 * OpenAI does not name the models. Binding it from GPT-6 on is a choice of this package, so that both variants can be
 * tested.
 */
const UNBOUND = /^(?:gpt-(?:[1-5](?!\d)|oss)|o\d|chatgpt|chat-latest|codex)/;

/** Returns whether a model silently drops reasoning that is sent after other items than it was created with. */
function bindsReasoning(model: string): boolean {
  const name = model.slice(model.lastIndexOf("/") + 1);
  return /^(?:gpt-|o\d|chat|codex)/.test(name) && !UNBOUND.test(name);
}

/**
 * Returns the encrypted content of reasoning. For models that bind it, the content includes a hash of the items before
 * it.
 */
export function encodeReasoning(reasoning: string, request: ResponsesRequest): string {
  const encoded = Buffer.from(reasoning).toString("base64");
  if (!bindsReasoning(request.model)) return encoded;
  const withoutWithheld = { ...request, input: request.input.filter((item) => !isReasoning(item)) };
  return `${encoded}.${digestOf(withoutWithheld.input.reduce(addItem, startOf(withoutWithheld)))}`;
}

/** Returns the ids of reasoning items that were created after other items than those before them. */
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

/** Removes the reasoning that is not shown to the model. */
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
