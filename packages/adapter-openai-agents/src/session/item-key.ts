import type { AgentInputItem } from "@openai/agents-core";
import { base64Of, isRecord, type JsonRecord, sortedJson } from "../items/json.ts";

/** The items whose own id the SDK does not store, as their call tells them apart. */
const KNOWN_BY_CALL: ReadonlySet<unknown> = new Set(["function_call", "function_call_result"]);

/**
 * An item as the SDK hands it to a session: without the id where a call id tells it apart, bytes as `data:` URLs. What a
 * model was sent and what is stored of it can so be told to be the same.
 */
export function storedItem(item: AgentInputItem): AgentInputItem {
  return storable(item, undefined) as AgentInputItem;
}

/** Two items with the same key say the same; a call and its result are known by their call id. */
export function itemKey(item: AgentInputItem): string {
  const { type, callId } = item as JsonRecord;
  return KNOWN_BY_CALL.has(type) && typeof callId === "string"
    ? `${String(type)} ${callId}`
    : sortedJson(storedItem(item));
}

function storable(value: unknown, mediaType: string | undefined): unknown {
  if (value instanceof Uint8Array)
    return `data:${mediaType ?? "text/plain"};base64,${base64Of(value)}`;
  if (Array.isArray(value)) return value.map((entry: unknown) => storable(entry, mediaType));
  if (!isRecord(value)) return value;
  const own = value["mediaType"];
  const told = typeof own === "string" && own !== "" ? own : mediaType;
  const fields = Object.entries(value).flatMap(([key, entry]) =>
    (key === "id" && isKnownByCall(value)) || entry === undefined
      ? []
      : [[key, storable(entry, told)] as const],
  );
  return Object.fromEntries(fields);
}

function isKnownByCall({ type, callId }: JsonRecord): boolean {
  if (KNOWN_BY_CALL.has(type)) return true;
  return String(type).startsWith("tool_search_") && typeof callId === "string" && callId !== "";
}
