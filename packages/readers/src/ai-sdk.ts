import type { Part, ToolMessage } from "@cutpoint/core";
import {
  type ContentPart,
  filePart,
  otherPart,
  reasoningPart,
  textParts,
  toolCallPart,
} from "./content-parts.ts";
import { type JsonRecord, jsonText, recordIn, recordsIn, nameIn, textIn } from "./fields.ts";
import type { RecordUse } from "./ledger.ts";
import { fromUser, resultMessage } from "./messages.ts";
import type { ThreadBuilder } from "./thread-builder.ts";

/** Adds messages of the AI SDK: `UIMessage` of versions 4 to 7, and `ModelMessage`. */
export function addAiSdkMessages(thread: ThreadBuilder): (message: JsonRecord) => RecordUse {
  return (message) => {
    const id = textIn(message, "id");
    const parts = partsOf(message);
    switch (message["role"]) {
      case "assistant":
        addSteps(thread, id, parts);
        return "used";
      case "tool":
        for (const part of parts) if (part["type"] === "tool-result") addResult(thread, part, id);
        return "used";
      case "system":
        thread.add(
          { role: "system", parts: parts.flatMap((part) => textParts(textIn(part, "text"))) },
          { id },
        );
        return "used";
      case "user":
        thread.add(fromUser("user", parts.flatMap(contentPart)), { id });
        return "used";
      default:
        return "unknown-type";
    }
  };
}

/** The messages of version 4 have a text and tool invocations instead of parts. */
function partsOf(message: JsonRecord): readonly JsonRecord[] {
  if (Array.isArray(message["parts"])) return recordsIn(message["parts"]);
  const { content } = message;
  const texts =
    typeof content === "string" ? [{ type: "text", text: content }] : recordsIn(content);
  const invocations = recordsIn(message["toolInvocations"]).map((invocation) => ({
    type: "tool-invocation",
    toolInvocation: invocation,
  }));
  return [...texts, ...invocations];
}

/** An answer contains all steps of a turn. Each step is one answer of the model, then its results. */
function addSteps(
  thread: ThreadBuilder,
  id: string | undefined,
  parts: readonly JsonRecord[],
): void {
  let step: JsonRecord[] = [];
  let number = 0;
  const flush = (): void => {
    if (step.length === 0) return;
    const stepId = id === undefined ? undefined : `${id}#${number}`;
    thread.add({ role: "assistant", parts: step.flatMap(answerPart) }, { id: stepId });
    for (const part of step) addResult(thread, part, stepId);
    number += 1;
    step = [];
  };
  for (const part of parts)
    if (part["type"] === "step-start") flush();
    else step.push(part);
  flush();
}

function addResult(thread: ThreadBuilder, part: JsonRecord, owner: string | undefined): void {
  const result = resultOf(part);
  if (result === null) return;
  thread.add(result, { id: owner === undefined ? undefined : `${owner}.${result.callId}` });
}

function isCall(type: string): boolean {
  return (
    type === "dynamic-tool" ||
    (type.startsWith("tool-") && !/^tool-(?:result|approval-)/.test(type))
  );
}

function callOf(part: JsonRecord): JsonRecord {
  return part["type"] === "tool-invocation" ? recordIn(part, "toolInvocation") : part;
}

function answerPart(part: JsonRecord): readonly Part[] {
  const type = textIn(part, "type") ?? "";
  if (type === "reasoning")
    return [reasoningPart(textIn(part, "text"), signatureOf(recordIn(part, "providerMetadata")))];
  if (!isCall(type)) return contentPart(part);
  const call = callOf(part);
  return [
    toolCallPart(
      nameIn(call, "toolCallId"),
      nameIn(call, "toolName") ?? type.replace(/^tool-/, ""),
      call["input"] ?? call["args"],
    ),
  ];
}

function signatureOf(metadata: JsonRecord): string | undefined {
  return (
    textIn(recordIn(metadata, "anthropic"), "signature") ??
    textIn(recordIn(metadata, "openai"), "reasoningEncryptedContent")
  );
}

/** Returns the result of a part; `null` if the call is still open. */
function resultOf(part: JsonRecord): ToolMessage | null {
  const type = textIn(part, "type") ?? "";
  if (type !== "tool-result" && !isCall(type)) return null;
  const call = callOf(part);
  const state = textIn(call, "state") ?? (type === "tool-result" ? "result" : "call");
  if (!/^(?:output-available|output-error|output-denied|result)$/.test(state)) return null;
  const output = call["output"] ?? call["result"];
  const isTyped = type === "tool-result" && textIn(recordIn(call, "output"), "type") !== undefined;
  const kind = isTyped ? (textIn(recordIn(call, "output"), "type") ?? "") : state;
  const text =
    state === "output-denied"
      ? (textIn(recordIn(call, "approval"), "reason") ?? "denied")
      : (textIn(call, "errorText") ?? (isTyped ? recordIn(call, "output")["value"] : output));
  return resultMessage(
    nameIn(call, "toolCallId"),
    nameIn(call, "toolName") ?? type.replace(/^tool-/, ""),
    textParts(text === undefined ? "" : jsonText(text)),
    /error|denied/.test(kind),
  );
}

function contentPart(part: JsonRecord): readonly ContentPart[] {
  const type = textIn(part, "type");
  if (type === "text") return textParts(textIn(part, "text"));
  const url = nameIn(part, "url") ?? nameIn(part, "image") ?? nameIn(part, "data");
  const mediaType = nameIn(part, "mediaType") ?? nameIn(part, "mimeType");
  if ((type === "file" || type === "image") && url !== undefined)
    return [filePart(mediaType ?? "image/*", url, nameIn(part, "filename"))];
  return [otherPart(part)];
}
