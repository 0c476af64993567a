import { isRecord, parseJson } from "@cutpoint/core/kit";
import type { JsonObject } from "./wire-format.ts";

/** Creates a parser of server-sent events. It returns the events that a chunk completes, without those that are no JSON. */
export function createEventParser(): (chunk: Uint8Array) => readonly JsonObject[] {
  const decoder = new TextDecoder();
  let rest = "";
  return (chunk) => {
    const events = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/u);
    rest = events.pop() ?? "";
    return events.map((event) => parseObject(dataOf(event))).filter((event) => event !== null);
  };
}

function dataOf(event: string): string {
  return event
    .split(/\r?\n/u)
    .flatMap((line) => (line.startsWith("data:") ? [line.slice(5)] : []))
    .join("\n");
}

/** Parses an object; `null` for other texts. */
export function parseObject(text: string): JsonObject | null {
  const value = parseJson(text);
  return isRecord(value) ? value : null;
}
