import type { Part } from "@cutpoint/core";
import { sortedJson, toJson, wellFormedJson } from "./json.ts";

/** Returns the content of a part as text. It omits what a view may change: the id of a call, and lone surrogates. */
export function partContent(part: Part): string {
  return sortedJson(
    wellFormedJson(toJson(part.type === "tool-call" ? { ...part, callId: "" } : part)),
  );
}
