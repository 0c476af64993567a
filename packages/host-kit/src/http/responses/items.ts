import { isRecord } from "@cutpoint/core/kit";
import { findToolName } from "../../unit-format.ts";
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
export function unitsOf(items: readonly ResponsesItem[], start = 0): readonly ResponsesUnit[] {
  const units: { readonly items: ResponsesItem[]; readonly toolName?: string | undefined }[] = [];
  for (const [index, item] of items.slice(start).entries()) {
    const last = units.at(-1);
    if (isResult(item)) {
      const toolName = findToolName(items, start + index, (before) => calledName(before, item));
      units.push({ items: [item], toolName });
    } else if (isAnswer(item) && last !== undefined && isAnswer(last.items[0]))
      last.items.push(item);
    else units.push({ items: [item] });
  }
  return units;
}

function calledName(item: ResponsesItem, result: ResponsesItem): string | undefined {
  return item["call_id"] === result["call_id"] && !isResult(item) ? toolNameOf(item) : undefined;
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
