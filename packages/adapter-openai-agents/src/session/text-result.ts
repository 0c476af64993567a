import type { AgentInputItem } from "@openai/agents-core";
import { isRecord, someText } from "../items/json.ts";

/** The result of a call as the SDK makes one of a text; `null` where it may make something else of it. */
export function textResult(call: AgentInputItem, text: string): AgentInputItem | null {
  if (call.type !== "function_call" || mayBeBlocks(text)) return null;
  const { callId, name, namespace, caller } = call;
  return {
    type: "function_call_result",
    name,
    ...(namespace === undefined ? {} : { namespace }),
    callId,
    status: "completed",
    output: { type: "text", text },
    ...(caller === undefined ? {} : { caller }),
  };
}

/** Whether a text is JSON of content blocks, such as images: those are written as the next request shows them. */
function mayBeBlocks(text: string): boolean {
  if (!/^\s*[[{]/u.test(text)) return false;
  try {
    const value: unknown = JSON.parse(text);
    const blocks: readonly unknown[] = Array.isArray(value) ? value : [value];
    return blocks.some((block) => isRecord(block) && someText(block["type"]) !== undefined);
  } catch {
    return false;
  }
}
