import { type Json, type Message, type Part, toolCalls } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { wellFormedJson } from "@cutpoint/host-kit";
import type { BaseMessage } from "@langchain/core/messages";
import { packMessage, type PackedMessage, unpackMessage } from "./packed-message.ts";

type Fields = PackedMessage["fields"];

/** The ids that calls get, in order, by the id that they have. */
type NewIds = ReadonlyMap<string, readonly string[]>;

/**
 * Returns a copy of a message with the call ids of a view, wherever integrations of providers repeat them, and without
 * lone surrogates.
 *
 * All other fields stay, for example the signatures of Gemini.
 *
 * @param parts the parts that it was converted to
 */
export function withCallIds(
  original: BaseMessage,
  parts: readonly Part[],
  shown: Message,
): BaseMessage {
  const { type, fields } = packMessage(original);
  const renamed =
    shown.role === "tool"
      ? { ...fields, tool_call_id: shown.callId }
      : renameCalls(fields, newIdsOf(parts, shown));
  return unpackMessage({ type, fields: wellFormedJson(renamed) as Fields });
}

function newIdsOf(parts: readonly Part[], shown: Message): NewIds {
  const ids = new Map<string, string[]>();
  const calls = toolCalls(shown);
  toolCalls({ role: "assistant", parts }).forEach(({ callId }, index) => {
    const known = ids.get(callId) ?? [];
    known.push(calls[index]?.callId ?? callId);
    ids.set(callId, known);
  });
  return ids;
}

function renameCalls(fields: Fields, ids: NewIds): Fields {
  const nested = ["additional_kwargs", "response_metadata"].flatMap((name) => {
    const inner = fields[name];
    return isRecord(inner) ? [[name, renameFields(inner, ids)] as const] : [];
  });
  return { ...renameLists(fields, ids), ...Object.fromEntries(nested) };
}

/** Lists of calls keep their order. Records by call id get its new keys. */
function renameFields(fields: Fields, ids: NewIds): Fields {
  const records = Object.entries(fields).flatMap(([name, value]) =>
    isRecord(value) ? [[name, renameKeys(value, ids)] as const] : [],
  );
  return { ...renameLists(fields, ids), ...Object.fromEntries(records) };
}

function renameKeys(record: Fields, ids: NewIds): Fields {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) =>
      (ids.get(key) ?? [key]).map((id) => [id, value] as const),
    ),
  );
}

function renameLists(fields: Fields, ids: NewIds): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? renameList(value as readonly Json[], ids) : value,
    ]),
  );
}

const CALL_TYPES: ReadonlySet<unknown> = new Set([
  undefined,
  "custom_tool_call",
  "function",
  "function_call",
  "tool_call",
  "tool_use",
]);

function renameList(list: readonly Json[], ids: NewIds): Json {
  const counts = new Map<string, number>();
  return list.map((entry) => {
    if (!isRecord(entry) || !CALL_TYPES.has(entry["type"])) return entry;
    const field = typeof entry["call_id"] === "string" ? "call_id" : "id";
    const id = entry[field];
    if (typeof id !== "string") return entry;
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    const renamed = ids.get(id)?.[count];
    return renamed === undefined ? entry : { ...entry, [field]: renamed };
  });
}
