import type { ToolCallPart } from "@cutpoint/core";
import { jsonText } from "./fields.ts";

/** Returns a tool call. A missing id or name becomes `unknown`. */
export function toolCallPart(
  callId: string | undefined,
  name: string | undefined,
  input: unknown,
): ToolCallPart {
  return {
    type: "tool-call",
    callId: callId || "unknown",
    name: name || "unknown",
    arguments: jsonText(input),
  };
}
