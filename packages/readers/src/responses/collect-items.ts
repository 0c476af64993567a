import type { Message, Part } from "@cutpoint/core";
import { addSummary } from "../add-summary.ts";
import { reasoningPart, textParts, toolCallPart } from "../content-parts.ts";
import {
  type JsonRecord,
  jsonText,
  jsonValue,
  recordIn,
  recordsIn,
  nameIn,
  textIn,
} from "../fields.ts";
import { fromUser, resultMessage, unknownMessage } from "../messages.ts";
import { contentParts } from "../openai-content.ts";
import type { ThreadBuilder } from "../thread-builder.ts";

/** Adds items of the Responses API to a thread. Adjacent output items are one answer. */
export type ItemCollector = {
  readonly add: (item: JsonRecord, at?: number) => void;
  /** Makes the next output item begin a new answer. */
  readonly endAnswer: () => void;
};

/** @param inputMessage converts a message that is not from the model */
export function createItemCollector(
  thread: ThreadBuilder,
  inputMessage: (item: JsonRecord) => readonly Message[],
): ItemCollector {
  let answerId: string | null = null;
  return {
    add(item, at) {
      const origin = { id: textIn(item, "id"), at };
      const part = outputParts(item);
      if (part !== null) {
        if (answerId === null) answerId = thread.add({ role: "assistant", parts: part }, origin);
        else thread.extend(answerId, { parts: part });
        return;
      }
      answerId = null;
      if (item["type"] === "item_reference") return;
      if (item["type"] === "compaction" || item["type"] === "compaction_summary")
        return addCompaction(item, thread);
      if (isResult(item)) thread.add(resultOf(item, thread), origin);
      else for (const message of inputMessage(item)) thread.add(message, origin);
    },
    endAnswer() {
      answerId = null;
    },
  };
}

/** Converts an input message of the Responses API. */
export function inputMessage(item: JsonRecord): readonly Message[] {
  const parts = contentParts(item["content"]);
  if (item["role"] === "system" || item["role"] === "developer")
    return [{ role: "system", parts: parts.filter((part) => part.type === "text") }];
  if (item["role"] === "user") return [fromUser("user", parts)];
  return [unknownMessage(textIn(item, "type") ?? "unknown", item)];
}

/** Returns the parts of an output item; `null` if the item is not from the model. */
function outputParts(item: JsonRecord): readonly Part[] | null {
  const type = textIn(item, "type") ?? "message";
  if (type === "message")
    return item["role"] === "assistant" ? contentParts(item["content"]) : null;
  if (type === "reasoning") return [reasoningOf(item)];
  if (type === "hosted_tool_call" || type.endsWith("_call")) return [callPart(item, type)];
  return null;
}

function reasoningOf(item: JsonRecord): Part {
  const texts = [...recordsIn(item["summary"]), ...recordsIn(item["content"])].flatMap(
    (piece) => textIn(piece, "text") ?? [],
  );
  const signature =
    textIn(item, "encrypted_content") ??
    textIn(recordIn(item, "providerData"), "encrypted_content");
  return reasoningPart(texts.join("\n\n"), signature);
}

/** A call without a call id is run by the provider and has no result of its own. */
function callPart(item: JsonRecord, type: string): Part {
  const callId = callIdOf(item);
  if (callId === undefined) return { type: "other", kind: type, value: jsonValue(item) };
  const input = item["arguments"] ?? item["action"] ?? { input: item["input"] };
  return toolCallPart(callId, textIn(item, "name") ?? type.replace(/_call$/, ""), input);
}

function callIdOf(item: JsonRecord): string | undefined {
  return nameIn(item, "call_id") ?? nameIn(item, "callId");
}

function isResult(item: JsonRecord): boolean {
  return /_call_(?:output|result)$|^tool_search_output$/.test(textIn(item, "type") ?? "");
}

function resultOf(item: JsonRecord, thread: ThreadBuilder): Message {
  const callId = callIdOf(item) ?? "unknown";
  const output = item["output"];
  const isFailed = item["status"] === "incomplete" || item["status"] === "failed";
  const parts =
    typeof output === "string"
      ? textParts(output)
      : contentParts(output ?? jsonText(item["tools"]));
  return resultMessage(callId, thread.toolName(callId), parts, isFailed);
}

/** What came before an encrypted summary was no longer shown to the model. */
function addCompaction(item: JsonRecord, thread: ThreadBuilder): void {
  const part = { type: "other", kind: "compaction", value: jsonValue(item) } as const;
  const origin = { id: textIn(item, "id") };
  addSummary(thread, [part], origin, { method: "opaque", summary: undefined });
}
