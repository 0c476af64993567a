import type { Message, Part, TokenUsage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { addSummary } from "./add-summary.ts";
import { filePart, reasoningPart, textParts, toolCallPart } from "./content-parts.ts";
import {
  defined,
  type JsonRecord,
  countIn,
  listOf,
  recordIn,
  recordsIn,
  nameIn,
  textIn,
  timeOf,
} from "./fields.ts";
import type { Problems } from "./ledger.ts";
import { fromUser, resultMessage } from "./messages.ts";
import type { Reader } from "./reader.ts";
import { sessionOf } from "./single-thread.ts";
import { createThreadBuilder, type ThreadBuilder } from "./thread-builder.ts";
import { uncachedUsage } from "./uncached-usage.ts";

/** The facts of a session, then its messages: `opencode export` writes `{ info, messages: [{ info, parts }] }`. */
export function splitExport({ info, messages }: JsonRecord): readonly unknown[] | null {
  const list = listOf(messages);
  return list === null ? null : [info, ...list];
}

/** Reads the sessions of opencode. */
export function createOpencodeReader(problems: Problems): Reader {
  const thread = createThreadBuilder(problems);
  const messages: JsonRecord[] = [];
  const ids = new Set<string>();
  let session: JsonRecord = {};
  return {
    add(record) {
      if ((textIn(record, "id") ?? "").startsWith("ses_")) {
        session = record;
        return "used";
      }
      const info = recordIn(record, "info");
      if (info["role"] !== "user" && info["role"] !== "assistant") return "unknown-type";
      const id = textIn(info, "id");
      if (id !== undefined && ids.has(id)) return "repeated";
      ids.add(id ?? "");
      addMessage(record, messages.at(-1));
      messages.push(record);
      return "used";
    },
    finish() {
      abandonReverted(textIn(recordIn(session, "revert"), "messageID"));
      addPruning(messages, thread);
      const toolVersion = textIn(session, "version");
      const directory = textIn(session, "directory");
      return sessionOf(
        thread,
        { format: "opencode", tool: "opencode", toolVersion, directory },
        {
          id: textIn(session, "id"),
          parentId: textIn(session, "parentID"),
          title: textIn(session, "title"),
        },
      );
    },
  };

  function addMessage(message: JsonRecord, previous: JsonRecord | undefined): void {
    const info = recordIn(message, "info");
    const parts = recordsIn(message["parts"]);
    const id = textIn(info, "id");
    const at = timeOf(recordIn(info, "time")["created"]);
    if (info["role"] === "user") return addUserParts(parts, { id, at }, thread);
    const request = recordsIn(previous?.["parts"]).find(({ type }) => type === "compaction");
    if (info["summary"] === true && info["error"] === undefined && request !== undefined)
      return addCompaction({ id, at, request, text: textOfParts(parts) }, thread);
    addAnswer(info, parts, thread);
  }

  function abandonReverted(from: string | undefined): void {
    const place = messages.findIndex((message) => recordIn(message, "info")["id"] === from);
    if (from === undefined || place === -1) return;
    const reverted = new Set(
      messages.slice(place).map((message) => recordIn(message, "info")["id"]),
    );
    const ids = thread.items.map(({ id }) => id);
    thread.abandon(ids.filter((id) => reverted.has(id.replace(/[.#].*$/s, ""))));
  }
}

type Origin = { readonly id: string | undefined; readonly at: number | undefined };

/** Synthetic texts were written by the program. Ignored ones were not sent. */
function addUserParts(parts: readonly JsonRecord[], origin: Origin, thread: ThreadBuilder): void {
  for (const part of parts) {
    const isSynthetic = part["synthetic"] === true;
    const provenance = isSynthetic ? "synthetic" : "user";
    if (part["type"] === "text" && part["ignored"] !== true)
      thread.add(fromUser(provenance, textParts(textIn(part, "text"))), origin);
    const url = nameIn(part, "url");
    if (part["type"] !== "file" || url === undefined) continue;
    const mediaType = nameIn(part, "mime") ?? "application/octet-stream";
    thread.add(fromUser("user", [filePart(mediaType, url, nameIn(part, "filename"))]), origin);
  }
}

/** An answer contains all steps of a turn, each with the results of its calls. */
function addAnswer(info: JsonRecord, parts: readonly JsonRecord[], thread: ThreadBuilder): void {
  const model = textIn(info, "modelID");
  thread.addModel(model);
  const id = textIn(info, "id");
  const at = timeOf(recordIn(info, "time")["created"]);
  let step: JsonRecord[] = [];
  const flush = (usage: TokenUsage | undefined): void => {
    const answer = step.flatMap(answerPart);
    if (answer.length > 0)
      thread.add({ role: "assistant", parts: answer, ...defined({ model, usage }) }, { id, at });
    for (const part of step) {
      const result = resultOf(part);
      if (result !== null)
        thread.add(result, { id: `${id ?? ""}.${nameIn(part, "callID") ?? "unknown"}`, at });
    }
    step = [];
  };
  for (const part of parts)
    if (part["type"] === "step-finish") flush(opencodeUsage(part["tokens"]));
    else step.push(part);
  flush(undefined);
}

function answerPart(part: JsonRecord): readonly Part[] {
  switch (part["type"]) {
    case "text":
      return textParts(textIn(part, "text"));
    case "reasoning":
      return [reasoningPart(textIn(part, "text"))];
    case "tool": {
      const { input } = recordIn(part, "state");
      return [toolCallPart(nameIn(part, "callID"), nameIn(part, "tool"), input)];
    }
    default:
      return [];
  }
}

function resultOf(part: JsonRecord): Message | null {
  const state = recordIn(part, "state");
  const isFailed = state["status"] === "error";
  if (part["type"] !== "tool" || (state["status"] !== "completed" && !isFailed)) return null;
  const parts = textParts(textIn(state, isFailed ? "error" : "output"));
  return resultMessage(nameIn(part, "callID"), nameIn(part, "tool"), parts, isFailed);
}

function addCompaction(
  { id, at, request, text }: Origin & { readonly request: JsonRecord; readonly text: string },
  thread: ThreadBuilder,
): void {
  const tail = textIn(request, "tail_start_id");
  const first = tail === undefined ? -1 : thread.items.findIndex((item) => item.id === tail);
  const keptIds = first === -1 ? [] : thread.items.slice(first).map((item) => item.id);
  const trigger =
    request["overflow"] === true ? "overflow" : request["auto"] === true ? "auto" : "manual";
  addSummary(thread, textParts(text), { id, at }, { trigger, keptIds });
}

/** Outputs with a time of compaction were emptied for the model. */
function addPruning(messages: readonly JsonRecord[], thread: ThreadBuilder): void {
  const clippedIds = messages
    .flatMap((message) => recordsIn(message["parts"]))
    .filter((part) => recordIn(recordIn(part, "state"), "time")["compacted"] !== undefined)
    .flatMap((part) => thread.resultId(nameIn(part, "callID") ?? "unknown") ?? []);
  if (clippedIds.length === 0) return;
  thread.compact({ method: "prune", trigger: "auto", clippedIds });
}

function textOfParts(parts: readonly JsonRecord[]): string {
  return parts
    .flatMap((part) => (part["type"] === "text" ? (textIn(part, "text") ?? []) : []))
    .join("\n");
}

function opencodeUsage(value: unknown): TokenUsage | undefined {
  if (!isRecord(value)) return undefined;
  const cache = recordIn(value, "cache");
  return uncachedUsage({
    inputTokens: countIn(value, "input"),
    outputTokens: (countIn(value, "output") ?? 0) + (countIn(value, "reasoning") ?? 0),
    cacheReadTokens: countIn(cache, "read"),
    cacheWriteTokens: countIn(cache, "write"),
  });
}
