import type { FinishReason, Message, Part, ReasoningPart, TextPart } from "@cutpoint/core";
import { SUMMARY_PREAMBLE } from "@cutpoint/core/kit";
import type { AgentInputItem } from "@openai/agents-core";
import { contentParts, otherPart } from "./content-parts.ts";
import { isRecord, type JsonRecord, someText } from "./json.ts";
import { nativeCall, nativeResultName } from "./native-calls.ts";

const OUTCOMES: Readonly<Record<string, FinishReason>> = {
  incomplete: "length",
  in_progress: "aborted",
};

/** An item of the SDK in Cutpoint's words, without metadata: what is planned with and summarized, not what is stored. */
export function projectionOf(item: AgentInputItem): Message {
  const fields: JsonRecord = item;
  const native = nativeCall(fields);
  if (native !== undefined) return said([{ ...native, callId: callIdOf(fields) }]);
  switch (item.type) {
    case undefined:
    case "message":
      return isRecord(item) ? spoken(fields) : said([]);
    case "function_call":
      return said([
        {
          type: "tool-call",
          callId: callIdOf(fields),
          name: someText(item.name) ?? "tool",
          arguments: item.arguments,
        },
      ]);
    case "function_call_result":
      return result(fields, someText(item.name) ?? "tool", contentParts(item.output));
    case "computer_call_result":
    case "shell_call_output":
    case "apply_patch_call_output":
      return nativeResult(fields, item.type);
    case "reasoning":
      return said([reasoningPart(fields)]);
    case "compaction":
      return { role: "user", provenance: "synthetic", parts: [otherPart(fields)] };
    default:
      return said([otherPart(fields)]);
  }
}

function said(parts: readonly Part[]): Message {
  return { role: "assistant", parts };
}

function callIdOf(item: JsonRecord): string {
  return someText(item["callId"]) ?? "unknown";
}

function spoken(item: JsonRecord): Message {
  const parts = contentParts(item["content"]);
  switch (item["role"]) {
    case "system":
      return { role: "system", parts: parts.flatMap(textOnly) };
    case "assistant": {
      const finishReason = OUTCOMES[String(item["status"])];
      return { role: "assistant", parts, ...(finishReason === undefined ? {} : { finishReason }) };
    }
    case "user":
      return { role: "user", provenance: isSummary(parts) ? "summary" : "user", parts };
    default:
      return { role: "user", provenance: "synthetic", parts: [otherPart(item)] };
  }
}

/** A summary is a plain message: what tells it from a human's is how its text begins. */
function isSummary([first]: readonly Part[]): boolean {
  return first?.type === "text" && first.text.startsWith(SUMMARY_PREAMBLE);
}

function textOnly(part: Part): readonly TextPart[] {
  return part.type === "text" ? [part] : [];
}

function reasoningPart(item: JsonRecord): ReasoningPart {
  const { content, rawContent, providerData } = item;
  const words = [contentParts(content), contentParts(rawContent)]
    .map((parts) => parts.flatMap(textOnly).map(({ text }) => text))
    .find((texts) => texts.length > 0);
  const data = isRecord(providerData) ? providerData : {};
  const signature = someText(data["encryptedContent"]) ?? someText(data["encrypted_content"]);
  return {
    type: "reasoning",
    text: (words ?? []).join("\n"),
    ...(signature === undefined ? {} : { signature }),
  };
}

function nativeResult(item: JsonRecord, type: string): Message {
  const name = nativeResultName(type) ?? "tool";
  const { output, status } = item;
  if (type !== "shell_call_output")
    return result(item, name, contentParts(output), status === "failed");
  const runs = Array.isArray(output) ? output.filter(isRecord) : [];
  const texts = runs.map(({ stdout, stderr }) =>
    [stdout, stderr].flatMap((text) => someText(text) ?? []).join("\n"),
  );
  const isFailed = runs.some(({ outcome }) => isRecord(outcome) && outcome["exitCode"] !== 0);
  return result(item, name, contentParts(texts.join("\n")), isFailed);
}

function result(
  item: JsonRecord,
  name: string,
  parts: ReturnType<typeof contentParts>,
  isFailed = false,
): Message {
  return {
    role: "tool",
    callId: callIdOf(item),
    name,
    ...(isFailed ? { failed: true } : {}),
    parts,
  };
}
