import type { FilePart, FinishReason, Message, Part, TextPart, TokenUsage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import {
  defined,
  type JsonRecord,
  numberIn,
  recordIn,
  recordsIn,
  textIn,
  timeOf,
} from "./fields.ts";
import { pathToRoot } from "./path-to-root.ts";
import type { Problems } from "./problems.ts";
import type { Reader } from "./reader.ts";
import { textParts } from "./text-parts.ts";
import { createThreadBuilder, type ThreadBuilder } from "./thread-builder.ts";
import { toolCallPart } from "./tool-call-part.ts";
import { uncachedUsage } from "./uncached-usage.ts";

const SKIPPED =
  /^(?:custom|label|session_info|model_change|thinking_level_change|usage|title|title_change|session_init|model_usage|mode_change|ttsr_injection|credential_pin|reset_boundary|service_tier_change)$/;

/** Reads the session files of pi and oh-my-pi. */
export function createPiReader(problems: Problems): Reader {
  const thread = createThreadBuilder(problems);
  const parents = new Map<string, string | null>();
  let header: JsonRecord = {};
  let leaf: string | null = null;
  let title: string | undefined;
  return {
    add(record) {
      const type = textIn(record, "type") ?? "";
      if (type === "session") {
        if (header["id"] === undefined) header = record;
        return;
      }
      title = type === "session_info" ? (textIn(record, "name") ?? title) : title;
      const id = textIn(record, "id");
      if (id !== undefined) {
        parents.set(id, textIn(record, "parentId") ?? null);
        leaf = id;
      }
      readEntry(record, type);
    },
    finish() {
      if (leaf !== null) {
        const live = new Set(pathToRoot(leaf, parents));
        thread.abandon(
          thread.items.map(({ id }) => id).filter((id) => parents.has(id) && !live.has(id)),
        );
      }
      return {
        source: defined({
          format: "pi" as const,
          tool: "pi",
          formatVersion: numberIn(header, "version")?.toString(),
          directory: textIn(header, "cwd"),
        }),
        threads: [thread.finish({ id: textIn(header, "id") ?? "session", title })],
      };
    },
  };

  function readEntry(record: JsonRecord, type: string): void {
    const id = textIn(record, "id");
    const at = timeOf(record["timestamp"]);
    switch (type) {
      case "message": {
        const message = piMessage(recordIn(record, "message"), thread);
        if (message === null) return problems.report("unknown-type");
        thread.add(message, { id, at });
        return;
      }
      case "custom_message":
        thread.add(
          { role: "user", provenance: "synthetic", parts: contentOf(record["content"]) },
          { id, at },
        );
        return;
      case "branch_summary":
        thread.add(summaryMessage(record), { id, at });
        return;
      case "compaction":
        return addCompaction(record, thread, parents);
      case "context_edit":
        return thread.compact({
          afterId: thread.newestId(),
          method: "prune",
          trigger: "unknown",
          clippedIds: [textIn(record, "targetId") ?? ""].filter((target) => thread.has(target)),
          ...defined({ at }),
        });
      default:
        if (!SKIPPED.test(type)) problems.report("unknown-type");
    }
  }
}

function addCompaction(
  record: JsonRecord,
  thread: ThreadBuilder,
  parents: ReadonlyMap<string, string | null>,
): void {
  const id = textIn(record, "id");
  const afterId = thread.newestId();
  const path = [...pathToRoot(id ?? null, parents)].slice(1);
  const end = path.indexOf(textIn(record, "firstKeptEntryId") ?? "");
  const kept = path.slice(0, end + 1).filter((entry) => thread.has(entry));
  const at = timeOf(record["timestamp"]);
  const summaryId = thread.add(summaryMessage(record), { id, at });
  thread.compact({
    afterId,
    method: "summary",
    trigger: "unknown",
    summaryId,
    keptIds: kept.toReversed(),
    ...defined({
      summary: textIn(record, "summary"),
      tokensBefore: numberIn(record, "tokensBefore"),
      tokensAfter: numberIn(record, "tokensAfter"),
      at,
    }),
  });
}

function summaryMessage(record: JsonRecord): Message {
  return { role: "user", provenance: "summary", parts: textParts(textIn(record, "summary")) };
}

function piMessage(message: JsonRecord, thread: ThreadBuilder): Message | null {
  const parts = contentOf(message["content"]);
  switch (message["role"]) {
    case "user":
      return { role: "user", provenance: "user", parts };
    case "assistant":
      thread.addModel(textIn(message, "model"));
      return {
        role: "assistant",
        parts: recordsIn(message["content"]).flatMap(answerPart),
        ...defined({
          model: textIn(message, "model"),
          usage: piUsage(message["usage"]),
          finishReason: finishReason(message["stopReason"]),
        }),
      };
    case "toolResult":
      return {
        role: "tool",
        callId: textIn(message, "toolCallId") ?? "",
        name: textIn(message, "toolName") ?? "unknown",
        ...(message["isError"] === true ? { failed: true } : {}),
        parts,
      };
    case "system":
      return {
        role: "system",
        parts: recordsIn(message["sections"]).flatMap((section) =>
          textParts(textIn(section, "text")),
        ),
      };
    case "bashExecution": {
      const text = `$ ${textIn(message, "command") ?? ""}\n${textIn(message, "output") ?? ""}`;
      return { role: "user", provenance: "synthetic", parts: textParts(text) };
    }
    case "custom":
      return { role: "user", provenance: "synthetic", parts };
    case "branchSummary":
    case "compactionSummary":
      return summaryMessage(message);
    default:
      return null;
  }
}

function answerPart(part: JsonRecord): readonly Part[] {
  switch (part["type"]) {
    case "thinking":
      return [
        defined({
          type: "reasoning" as const,
          text: textIn(part, "thinking") ?? "",
          signature: textIn(part, "thinkingSignature"),
        }),
      ];
    case "toolCall":
      return [toolCallPart(textIn(part, "id"), textIn(part, "name"), part["arguments"])];
    default:
      return contentOf([part]);
  }
}

function contentOf(content: unknown): readonly (TextPart | FilePart)[] {
  if (typeof content === "string") return textParts(content);
  return recordsIn(content).flatMap((part): readonly (TextPart | FilePart)[] => {
    if (part["type"] !== "image") return textParts(textIn(part, "text"));
    const mediaType = textIn(part, "mimeType") ?? "image/*";
    const data = textIn(part, "data") ?? "";
    return [
      {
        type: "file",
        mediaType,
        url: data.startsWith("blob:") ? data : `data:${mediaType};base64,${data}`,
      },
    ];
  });
}

function piUsage(value: unknown): TokenUsage | undefined {
  if (!isRecord(value)) return undefined;
  return uncachedUsage({
    inputTokens: numberIn(value, "input"),
    outputTokens: numberIn(value, "output"),
    cacheReadTokens: numberIn(value, "cacheRead"),
    cacheWriteTokens: numberIn(value, "cacheWrite"),
  });
}

function finishReason(reason: unknown): FinishReason | undefined {
  return reason === "error" || reason === "aborted" || reason === "length" ? reason : undefined;
}
