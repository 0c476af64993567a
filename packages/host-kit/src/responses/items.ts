import { isRecord } from "@cutpoint/core/kit";
import type { JsonObject } from "../wire-format.ts";

/** An item of a request. A message may have no type. Other types and fields are kept unchanged. */
export type ResponsesItem = JsonObject;

/**
 * The part of a request that is one message: an answer with all its items, a result, or a message of the app.
 *
 * Reasoning is accepted only together with the item after it, so the items of an answer stay together.
 */
export type ResponsesUnit = {
  readonly items: readonly ResponsesItem[];
  /** The name of the tool, for a result. */
  readonly toolName?: string | undefined;
};

/** Splits items into units. */
export function unitsOf(items: readonly ResponsesItem[]): readonly ResponsesUnit[] {
  const units: ResponsesUnit[] = [];
  const toolNames = new Map<unknown, string>();
  for (const item of items) {
    if (item["call_id"] !== undefined && !isResult(item))
      toolNames.set(item["call_id"], toolNameOf(item));
    const last = units.at(-1);
    if (isAnswer(item) && last !== undefined && isAnswer(last.items[0]))
      units[units.length - 1] = { items: [...last.items, item] };
    else if (isResult(item))
      units.push({ items: [item], toolName: toolNames.get(item["call_id"]) });
    else units.push({ items: [item] });
  }
  return units;
}

export function toolNameOf({ name, type }: ResponsesItem): string {
  return typeof name === "string" && name !== "" ? name : String(type);
}

/** Whether an item is the result of a call. */
export function isResult(item: ResponsesItem): boolean {
  return String(item["type"]).endsWith("_output") && hasCallId(item);
}

/** Whether an item names the call that it is or answers. */
export function hasCallId({ call_id: callId }: ResponsesItem): boolean {
  return typeof callId === "string" && callId !== "";
}

/** Whether an item belongs to an answer of the model: everything but results and messages of the app. */
export function isAnswer(item: ResponsesItem | undefined): boolean {
  if (item === undefined || isResult(item)) return false;
  return isMessage(item) ? item["role"] === "assistant" : true;
}

export function isMessage({ role, type }: ResponsesItem): boolean {
  return type === "message" || (type === undefined && role !== undefined);
}

/** Returns the parts of a content or an output. A string is one part. */
export function contentOf(content: unknown): readonly JsonObject[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}
