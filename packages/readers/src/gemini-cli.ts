import type { Message, TokenUsage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { addSummary } from "./add-summary.ts";
import { reasoningPart, textParts, toolCallPart } from "./content-parts.ts";
import {
  defined,
  type JsonRecord,
  jsonText,
  listOf,
  countIn,
  recordIn,
  recordsIn,
  nameIn,
  textIn,
  timeOf,
} from "./fields.ts";
import type { Problems } from "./ledger.ts";
import type { Reader } from "./reader.ts";
import { isResponse, textsOf } from "./gemini-content.ts";
import { fromUser, resultMessage } from "./messages.ts";
import { sessionOf } from "./single-thread.ts";
import { createThreadBuilder, type ThreadBuilder } from "./thread-builder.ts";

/** A message, or the replacement of all messages before it. */
type Step =
  | { readonly type: "message"; readonly record: JsonRecord }
  | { readonly type: "replaced"; readonly messages: readonly JsonRecord[] };

const MESSAGE_TYPE = /^(?:user|gemini|info|error|warning)$/;

function isShown(type: unknown): boolean {
  return type === "user" || type === "gemini";
}

/** The messages of a file that is one JSON document follow its other fields. */
export function splitRecording({ messages, ...header }: JsonRecord): readonly unknown[] | null {
  const list = listOf(messages);
  return list === null || header["projectHash"] === undefined ? null : [header, ...list];
}

/** A text that the program sends before the first message of a person. */
const SESSION_CONTEXT = /^<session_context>/;

/**
 * Reads the session files of Gemini CLI.
 *
 * A record with a known id updates the earlier one in its place, so messages are built at the end.
 */
export function createGeminiReader(problems: Problems): Reader {
  const steps: Step[] = [];
  const places = new Map<string, number>();
  const abandoned = new Set<string>();
  let header: JsonRecord = {};
  let openedAt = -1;

  function addMessage(record: JsonRecord): void {
    const id = textIn(record, "id") ?? "";
    const place = places.get(id);
    abandoned.delete(id);
    const step = { type: "message", record } as const;
    if (place !== undefined) steps[place] = step;
    else places.set(id, steps.push(step) - 1);
  }

  /** When the program opens a session, it replaces the messages several times. Only the last time counts. */
  function replaceMessages(messages: readonly JsonRecord[]): void {
    if (steps.length === openedAt + 1 && steps[openedAt]?.type === "replaced") steps.pop();
    steps.push({ type: "replaced", messages });
  }

  function rewindTo(id: string): void {
    const place = places.get(id) ?? 0;
    for (const step of steps.slice(place))
      if (step.type === "message") abandoned.add(textIn(step.record, "id") ?? "");
  }

  return {
    add(record) {
      const changes = recordIn(record, "$set");
      const rewind = textIn(record, "$rewindTo");
      if (record["projectHash"] !== undefined) {
        header = record;
        openedAt = steps.length;
      } else if (rewind !== undefined) rewindTo(rewind);
      else if (Array.isArray(changes["messages"])) replaceMessages(recordsIn(changes["messages"]));
      else if (record["$set"] !== undefined) return "not-shown";
      else if (!MESSAGE_TYPE.test(textIn(record, "type") ?? "")) return "unknown-type";
      else {
        addMessage(record);
        return isShown(record["type"]) ? "used" : "not-shown";
      }
      return "used";
    },
    finish() {
      const thread = createThreadBuilder(problems);
      let live = new Set<string>();
      for (const step of steps) {
        if (step.type === "message") {
          addNewItems([step.record], thread);
          for (const id of idsOf([step.record])) live.add(id);
          continue;
        }
        const ids = new Set(idsOf(step.messages));
        const isDropped = (id: string): boolean => !ids.has(id) && !abandoned.has(id);
        if ([...live].some(isDropped)) addReplacement(step.messages, thread);
        else addNewItems(step.messages, thread);
        live = ids;
      }
      for (const { id } of thread.items)
        if (abandoned.has(id.replace(/\..*$/s, ""))) thread.abandon([id]);
      return sessionOf(
        thread,
        { format: "gemini-cli", tool: "Gemini CLI" },
        { id: textIn(header, "sessionId"), title: textIn(header, "summary") },
      );
    },
  };
}

function idsOf(records: readonly JsonRecord[]): readonly string[] {
  return records.flatMap((record) => textIn(record, "id") ?? []);
}

function addNewItems(records: readonly JsonRecord[], thread: ThreadBuilder): void {
  for (const record of records)
    if (!thread.has(textIn(record, "id") ?? "")) addItems(record, thread);
}

/** Messages of the types info, warning and error were not shown to the model. */
function addItems(record: JsonRecord, thread: ThreadBuilder): void {
  const id = textIn(record, "id");
  const at = timeOf(record["timestamp"]);
  if (record["type"] === "user") {
    const parts = textsOf(record["content"]).filter((part) => !isResponse(part));
    const [first] = parts;
    if (first === undefined) return;
    const isContext = first.type === "text" && SESSION_CONTEXT.test(first.text);
    thread.add(fromUser(isContext ? "synthetic" : "user", parts), { id, at });
    return;
  }
  if (!isShown(record["type"])) return;
  const calls = recordsIn(record["toolCalls"]);
  thread.addModel(textIn(record, "model"));
  thread.add(answerMessage(record, calls), { id, at });
  for (const call of calls)
    if (call["result"] !== undefined)
      thread.add(resultOf(call), { id: `${id ?? ""}.${textIn(call, "id") ?? ""}`, at });
}

function answerMessage(record: JsonRecord, calls: readonly JsonRecord[]): Message {
  const thoughts = recordsIn(record["thoughts"]).map(({ description, subject }) =>
    reasoningPart(`${jsonText(subject ?? "")}\n${jsonText(description ?? "")}`.trim()),
  );
  return {
    role: "assistant",
    parts: [
      ...thoughts,
      ...textsOf(record["content"]),
      ...calls.map((call) => toolCallPart(textIn(call, "id"), textIn(call, "name"), call["args"])),
    ],
    ...defined({ model: textIn(record, "model"), usage: geminiUsage(record["tokens"]) }),
  };
}

function resultOf(call: JsonRecord): Message {
  const texts = recordsIn(call["result"]).map((part) => {
    const response = recordIn(recordIn(part, "functionResponse"), "response");
    return jsonText(response["output"] ?? response["error"] ?? part);
  });
  const failed = call["status"] === "error";
  return resultMessage(
    nameIn(call, "id"),
    nameIn(call, "name"),
    texts.flatMap((text) => textParts(text)),
    failed,
  );
}

/** Compression and masking replace all messages. What came before is the history, the new list is the view. */
function addReplacement(messages: readonly JsonRecord[], thread: ThreadBuilder): void {
  const keptIds = idsOf(messages).filter((id) => thread.has(id));
  const [first, ...others] = messages;
  const isNew = first !== undefined && !thread.has(textIn(first, "id") ?? "");
  if (!isNew || first["type"] !== "user") thread.compact({ method: "drop", keptIds });
  else addSummary(thread, textsOf(first["content"]), { id: textIn(first, "id") }, { keptIds });
  addNewItems(isNew ? others : messages, thread);
}

function geminiUsage(value: unknown): TokenUsage | undefined {
  if (!isRecord(value)) return undefined;
  return defined({
    inputTokens: (countIn(value, "input") ?? 0) + (countIn(value, "tool") ?? 0),
    outputTokens: (countIn(value, "output") ?? 0) + (countIn(value, "thoughts") ?? 0),
    cacheReadTokens: countIn(value, "cached"),
  });
}
