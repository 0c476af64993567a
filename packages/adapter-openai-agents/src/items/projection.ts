import type { FinishReason, Message, Part, ReasoningPart, TextPart } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { userProvenance, nonEmptyText } from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";
import { contentParts, otherPart } from "./content-parts.ts";
import type { JsonRecord } from "./json.ts";
import { nativeCall, nativeResultName } from "./native-calls.ts";

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  incomplete: "length",
  in_progress: "aborted",
};

/** Converts an item of the SDK without adapter metadata, for plans and summaries. */
export function projectionOf(item: AgentInputItem): Message {
  const fields: JsonRecord = item;
  const native = nativeCall(fields);
  if (native !== undefined) return assistantMessage([{ ...native, callId: callIdOf(fields) }]);
  const resultName = nativeResultName(item.type);
  if (resultName !== undefined) return nativeResult(fields, resultName);
  switch (item.type) {
    case undefined:
    case "message":
      return isRecord(item) ? roleMessage(fields) : assistantMessage([]);
    case "function_call":
      return assistantMessage([
        {
          type: "tool-call",
          callId: callIdOf(fields),
          name: nonEmptyText(item.name) ?? "tool",
          arguments: item.arguments,
        },
      ]);
    case "function_call_result":
      return toolMessage(fields, nonEmptyText(item.name) ?? "tool", contentParts(item.output));
    case "reasoning":
      return assistantMessage([reasoningPart(fields)]);
    case "compaction":
      return { role: "user", provenance: "synthetic", parts: [otherPart(fields)] };
    default:
      return assistantMessage([otherPart(fields)]);
  }
}

function assistantMessage(parts: readonly Part[]): Message {
  return { role: "assistant", parts };
}

function callIdOf(item: JsonRecord): string {
  return nonEmptyText(item["callId"]) ?? "unknown";
}

function roleMessage(item: JsonRecord): Message {
  const parts = contentParts(item["content"]);
  switch (item["role"]) {
    case "system":
      return { role: "system", parts: parts.flatMap(textOnly) };
    case "assistant": {
      const finishReason = FINISH_REASONS[String(item["status"])];
      return { role: "assistant", parts, ...(finishReason === undefined ? {} : { finishReason }) };
    }
    case "user":
      return { role: "user", provenance: userProvenance(parts), parts };
    default:
      return { role: "user", provenance: "synthetic", parts: [otherPart(item)] };
  }
}

function textOnly(part: Part): readonly TextPart[] {
  return part.type === "text" ? [part] : [];
}

function reasoningPart(item: JsonRecord): ReasoningPart {
  const { content, rawContent, providerData } = item;
  const firstTexts = [contentParts(content), contentParts(rawContent)]
    .map((parts) => parts.flatMap(textOnly).map(({ text }) => text))
    .find((texts) => texts.length > 0);
  const data = isRecord(providerData) ? providerData : {};
  const signature =
    nonEmptyText(data["encryptedContent"]) ?? nonEmptyText(data["encrypted_content"]);
  return {
    type: "reasoning",
    text: (firstTexts ?? []).join("\n"),
    ...(signature === undefined ? {} : { signature }),
  };
}

function nativeResult(item: JsonRecord, name: string): Message {
  const { output, status } = item;
  if (name !== "shell_call")
    return toolMessage(item, name, contentParts(output), status === "failed");
  const runs = Array.isArray(output) ? output.filter(isRecord) : [];
  const texts = runs.map(({ stdout, stderr }) =>
    [stdout, stderr].flatMap((text) => nonEmptyText(text) ?? []).join("\n"),
  );
  const isFailed = runs.some(({ outcome }) => isRecord(outcome) && outcome["exitCode"] !== 0);
  return toolMessage(item, name, contentParts(texts.join("\n")), isFailed);
}

function toolMessage(
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
