import { isRecord, parseJson } from "@cutpoint/core/kit";
import { nonEmptyText } from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";

/** Returns the result item that the SDK creates from a text; `null` if the SDK may create another one. */
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

/** Returns whether a text is JSON of content blocks, for example images. Those are written with the next request. */
function mayBeBlocks(text: string): boolean {
  if (!/^\s*[[{]/u.test(text)) return false;
  const blocks = [parseJson(text)].flat();
  return blocks.some((block) => isRecord(block) && nonEmptyText(block["type"]) !== undefined);
}
