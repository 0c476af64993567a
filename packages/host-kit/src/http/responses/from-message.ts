import {
  type FilePart,
  type Message,
  type Part,
  type ReasoningPart,
  textOf,
  type ToolMessage,
} from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { fromJson } from "../../json.ts";
import { originalPlaces } from "../../original-places.ts";
import type { OriginalUnit } from "../../unit-format.ts";
import type { JsonObject } from "../wire-format.ts";
import { contentOf, isMessage, type ResponsesItem, type ResponsesUnit } from "./items.ts";
import { answerParts } from "./to-message.ts";

/**
 * Converts a message to a unit.
 *
 * @param original the unit that it was made from: its unchanged items and parts are kept with all their fields
 */
export function fromMessage(
  message: Message,
  original?: OriginalUnit<ResponsesUnit>,
): ResponsesUnit {
  if (message.role === "tool") return resultUnit(message, original);
  if (message.role === "assistant") return { items: answerItems(message.parts, original) };
  const own = original?.unit.items[0];
  const content = inputContent(message.parts, own?.["content"], original);
  return { items: [{ type: "message", role: message.role, ...own, content }] };
}

/** Types of results whose output may be other text. */
const TEXT_RESULTS = ["function_call_output", "custom_tool_call_output"];

function resultUnit(
  message: ToolMessage,
  original: OriginalUnit<ResponsesUnit> | undefined,
): ResponsesUnit {
  const own = original?.unit.items[0];
  if (original !== undefined && !TEXT_RESULTS.includes(String(own?.["type"])))
    return { ...original.unit, items: [{ ...own, call_id: message.callId }] };
  const isText = message.parts.every(({ type }) => type === "text");
  const output = isText ? textOf(message) : inputContent(message.parts, own?.["output"], original);
  const item = { type: "function_call_output", ...own, call_id: message.callId, output };
  return { ...original?.unit, items: [item] };
}

/**
 * Returns the items of an answer. Items of which all parts are left stay as they are, except for new call ids.
 *
 * If reasoning is left out, the items after it lose their ids, because the provider expects items that it knows together
 * with their reasoning.
 */
function answerItems(
  parts: readonly Part[],
  original: OriginalUnit<ResponsesUnit> | undefined,
): readonly ResponsesItem[] {
  const before = original?.parts ?? [];
  const places = originalPlaces(parts, before);
  const kept = new Set(places.values());
  const owners = new Map<number, ResponsesItem>();
  let position = 0;
  let isReasoningGone = false;
  for (const item of original?.unit.items ?? []) {
    const own = before.slice(position, position + answerParts(item).length);
    const ownPlaces = own.map((_part, index) => position + index);
    position += own.length;
    if (ownPlaces.every((place) => kept.has(place)))
      for (const place of ownPlaces) owners.set(place, item);
    else isReasoningGone ||= item["type"] === "reasoning";
  }
  const items = parts.flatMap((part) => {
    const owner = owners.get(places.get(part) ?? -1);
    if (owner === undefined) return newItems(part);
    const isRenamed = part.type === "tool-call" && owner["call_id"] !== part.callId;
    return isRenamed ? { ...owner, call_id: part.callId } : owner;
  });
  const distinct = [...new Set(items)];
  return isReasoningGone ? distinct.map(withoutId) : distinct;
}

function withoutId(item: ResponsesItem): ResponsesItem {
  if (!isMessage(item) && item["type"] !== "function_call") return item;
  const { id: _id, ...rest } = item;
  return rest;
}

function newItems(part: Part): readonly ResponsesItem[] {
  switch (part.type) {
    case "reasoning":
      return reasoningItems(part);
    case "tool-call": {
      const { arguments: written, callId, name } = part;
      return [{ type: "function_call", call_id: callId, name, arguments: written }];
    }
    case "other":
      return [
        isRecord(part.value)
          ? (fromJson(part.value) as ResponsesItem)
          : textItem(JSON.stringify(part.value)),
      ];
    case "text":
      return [textItem(part.text)];
    case "file":
      return [textItem(`[${part.name ?? part.mediaType}]`)];
  }
}

/** Returns encrypted reasoning. Other reasoning is accepted only by its id, if the provider stored it. */
function reasoningItems({ signature, text }: ReasoningPart): readonly ResponsesItem[] {
  if (signature === undefined || signature.startsWith("rs_")) return [];
  const summary = text === "" ? [] : [{ type: "summary_text", text }];
  return [{ type: "reasoning", summary, encrypted_content: signature }];
}

function textItem(text: string): ResponsesItem {
  return { type: "message", role: "assistant", content: [{ type: "output_text", text }] };
}

function inputContent(
  parts: readonly Part[],
  content: unknown,
  original: OriginalUnit<ResponsesUnit> | undefined,
): readonly JsonObject[] {
  const own = contentOf(content);
  const places = originalPlaces(parts, original?.parts ?? []);
  return parts.flatMap((part) => own[places.get(part) ?? -1] ?? newContent(part));
}

function newContent(part: Part): readonly JsonObject[] {
  switch (part.type) {
    case "text":
      return [{ type: "input_text", text: part.text }];
    case "file":
      return [fileContent(part)];
    case "other":
      return isRecord(part.value) ? [fromJson(part.value) as JsonObject] : [];
    default:
      return [];
  }
}

function fileContent({ mediaType, name, url }: FilePart): JsonObject {
  if (mediaType.startsWith("image/"))
    return { type: "input_image", image_url: url, detail: "auto" };
  return url.startsWith("data:")
    ? { type: "input_file", file_data: url, filename: name ?? "file" }
    : { type: "input_file", file_url: url };
}
