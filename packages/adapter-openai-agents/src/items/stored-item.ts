import { isRecord } from "@cutpoint/core/kit";
import type { AgentInputItem } from "@openai/agents-core";
import { bytesToBase64, sortedJson } from "@cutpoint/host-kit";
import type { JsonRecord } from "./json.ts";

/** Items whose id the SDK does not store, because their call id identifies them. */
const IDENTIFIED_BY_CALL: ReadonlySet<unknown> = new Set(["function_call", "function_call_result"]);

/**
 * Returns an item in the form in which the SDK passes it to a session, so that sent and stored items can be compared.
 *
 * It has no id if a call id identifies it, and bytes are `data:` URLs.
 */
export function toStoredItem(item: AgentInputItem): AgentInputItem {
  return toStorable(item, undefined) as AgentInputItem;
}

/** Returns a key for the content of an item. A call and its result are identified by their call id. */
export function itemKey(item: AgentInputItem): string {
  const { type, callId } = item as JsonRecord;
  return IDENTIFIED_BY_CALL.has(type) && typeof callId === "string"
    ? `${String(type)} ${callId}`
    : sortedJson(toStoredItem(item));
}

function toStorable(value: unknown, mediaType: string | undefined): unknown {
  if (value instanceof Uint8Array)
    return `data:${mediaType ?? "text/plain"};base64,${bytesToBase64(value)}`;
  if (Array.isArray(value)) return value.map((entry: unknown) => toStorable(entry, mediaType));
  if (!isRecord(value)) return value;
  const own = value["mediaType"];
  const ownOrInherited = typeof own === "string" && own !== "" ? own : mediaType;
  const fields = Object.entries(value).flatMap(([key, entry]) =>
    (key === "id" && isIdentifiedByCall(value)) || entry === undefined
      ? []
      : [[key, toStorable(entry, ownOrInherited)] as const],
  );
  return Object.fromEntries(fields);
}

function isIdentifiedByCall({ type, callId }: JsonRecord): boolean {
  if (IDENTIFIED_BY_CALL.has(type)) return true;
  return String(type).startsWith("tool_search_") && typeof callId === "string" && callId !== "";
}
