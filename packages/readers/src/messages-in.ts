import { type JsonRecord, listOf, recordIn } from "./fields.ts";

/**
 * Returns the messages inside a document, with the system text of a request body as the first message. `null` if it
 * has none.
 */
export function messagesIn(document: JsonRecord): readonly unknown[] | null {
  // An item of the Responses API has an output too.
  const isMessage = document["role"] !== undefined || document["type"] !== undefined;
  if (isMessage && !Array.isArray(document["messages"])) return null;
  const nested = ["values", "channel_values"].map((key) => recordIn(document, key)["messages"]);
  const lists = [document["messages"], document["input"], document["output"], document["items"]];
  const found = [...lists, ...nested].map(listOf).find((list) => list !== null);
  if (found === undefined) return null;
  const system = document["system"] ?? document["instructions"];
  const hasSystem = typeof system === "string" || Array.isArray(system);
  return [...(hasSystem ? [{ role: "system", content: system }] : []), ...found];
}
