import { hash } from "node:crypto";
import {
  type AssistantMessage,
  type Item,
  type Message,
  type Part,
  type TokenUsage,
  toolCalls,
} from "@cutpoint/core";
import { defined } from "./fields.ts";
import type { ImportedThread, RecordedCompaction } from "./imported-session.ts";
import type { Problems } from "./ledger.ts";
import { createUniqueIds } from "./unique-ids.ts";

/** What an item needs besides its message. Without an id it gets a hash of all messages so far. */
export type ItemOrigin = { readonly id?: string | undefined; readonly at?: number | undefined };

type Answer = Pick<AssistantMessage, "parts" | "usage" | "finishReason">;

/** Collects the items of one thread. */
export type ThreadBuilder = {
  /** The id of the newest item; `null` without items. */
  readonly newestId: () => string | null;
  readonly items: readonly Item[];
  /** Adds a message and returns the id of its item, which is unique in the thread. */
  readonly add: (message: Message, origin?: ItemOrigin) => string;
  /** Adds a message behind another item and its results, or at the start. It appears in `finish` only. */
  readonly insert: (afterId: string | null, message: Message, at: number | undefined) => void;
  readonly has: (id: string) => boolean;
  readonly update: (id: string, change: (message: Message) => Message) => void;
  /** Adds parts to an answer that was stored in pieces. Usage and finish reason of the last piece count. */
  readonly extend: (id: string, more: Answer) => void;
  readonly toolName: (callId: string) => string;
  /** The newest result of a call. */
  readonly resultId: (callId: string) => string | undefined;
  readonly addModel: (model: string | undefined) => void;
  /** Adds usage to the newest answer. */
  readonly addUsage: (usage: TokenUsage) => void;
  /** Adds a compaction. Default: after the newest item. */
  readonly compact: (compaction: CompactionFacts & Pick<RecordedCompaction, "method">) => void;
  readonly abandon: (ids: Iterable<string>) => void;
  readonly isAbandoned: (id: string) => boolean;
  readonly finish: (fields: ThreadFields) => ImportedThread;
};

/** Fields that may be `undefined`. */
export type Loose<Fields> = { readonly [Key in keyof Fields]?: Fields[Key] | undefined };

/** Facts about a compaction. What is not known has no field. */
export type CompactionFacts = Partial<Pick<RecordedCompaction, "method">> &
  Loose<Omit<RecordedCompaction, "method">>;

/** Facts about the conversation. Without an id it is `main`. */
export type ThreadFields = Loose<
  Pick<ImportedThread, "id" | "parentId" | "parentCallId" | "title">
>;

export function createThreadBuilder(problems: Problems): ThreadBuilder {
  const items: Item[] = [];
  const places = new Map<string, number>();
  const names = new Map<string, string>();
  const results = new Map<string, string>();
  const models = new Set<string>();
  const compactions: RecordedCompaction[] = [];
  const abandoned = new Set<string>();
  const inserted = new Map<string | null, readonly Item[]>();
  const uniqueId = createUniqueIds();
  const grown = new Map<string, Part[]>();
  const newestId = (): string | null => items.at(-1)?.id ?? null;

  function learnCalls(parts: readonly Part[]): void {
    for (const part of parts) if (part.type === "tool-call") names.set(part.callId, part.name);
  }

  function update(id: string, change: (message: Message) => Message): void {
    const place = places.get(id) ?? -1;
    const item = items[place];
    if (item !== undefined) items[place] = { ...item, message: change(item.message) };
  }

  function add(message: Message, { id, at }: ItemOrigin = {}): string {
    const unique = uniqueId(id ?? hashOf(newestId() ?? "", message));
    places.set(unique, items.length);
    items.push(defined({ id: unique, message, at }));
    learnCalls(message.parts);
    if (message.role === "tool") results.set(message.callId, unique);
    return unique;
  }

  return {
    items,
    has: (id) => places.has(id),
    update,
    newestId,
    add,
    insert(afterId, message, at) {
      const id = uniqueId(hashOf(afterId ?? "", message));
      inserted.set(afterId, [...(inserted.get(afterId) ?? []), defined({ id, message, at })]);
    },
    extend(id, { parts, ...rest }) {
      learnCalls(parts);
      update(id, (message) =>
        message.role === "assistant"
          ? { ...message, ...rest, parts: growParts(grown, [id, message], parts) }
          : message,
      );
    },
    toolName: (callId) => names.get(callId) ?? "unknown",
    resultId: (callId) => results.get(callId),
    addModel(model) {
      if (model !== undefined) models.add(model);
    },
    addUsage(usage) {
      const answer = items.findLast(({ message }) => message.role === "assistant");
      if (answer !== undefined) update(answer.id, (message) => ({ ...message, usage }) as Message);
    },
    compact(facts) {
      const known = { afterId: newestId(), trigger: "unknown", ...facts };
      compactions.push(defined(known) as RecordedCompaction);
    },
    abandon(ids) {
      for (const id of ids) abandoned.add(id);
    },
    isAbandoned: (id) => abandoned.has(id),
    finish({ id = "main", ...fields }) {
      reportOpenCalls(items, problems);
      return {
        id,
        ...defined(fields),
        models: [...models],
        items: withInserted(items, inserted),
        abandonedIds: items.flatMap(({ id }) => (abandoned.has(id) ? [id] : [])),
        compactions,
      };
    },
  };
}

/** Adds parts to those of an answer in constant time for each part. */
function growParts(
  grown: Map<string, Part[]>,
  [id, message]: readonly [string, AssistantMessage],
  more: readonly Part[],
): Part[] {
  const parts = grown.get(id) ?? [...message.parts];
  for (const part of more) parts.push(part);
  grown.set(id, parts);
  return parts;
}

/** Results of tool calls stay directly behind their call. */
function withInserted(
  items: readonly Item[],
  inserted: ReadonlyMap<string | null, readonly Item[]>,
): readonly Item[] {
  const all = [...(inserted.get(null) ?? [])];
  const open: Item[] = [];
  for (const item of items) {
    if (item.message.role !== "tool") all.push(...open.splice(0));
    all.push(item);
    open.push(...(inserted.get(item.id) ?? []));
  }
  return [...all, ...open];
}

function hashOf(previousId: string, message: Message): string {
  return hash("sha256", `${previousId}\n${JSON.stringify(message)}`).slice(0, 32);
}

/** Calls of the newest answer may still be running. */
function reportOpenCalls(items: readonly Item[], problems: Problems): void {
  const open = new Set<string>();
  for (const { message } of items) {
    if (message.role === "tool") {
      if (!open.delete(message.callId)) problems.report("result-without-call");
    } else for (const { callId } of toolCalls(message)) open.add(callId);
  }
  const newest = items.findLast(({ message }) => message.role === "assistant");
  for (const { callId } of newest === undefined ? [] : toolCalls(newest.message))
    open.delete(callId);
  for (const _ of open) problems.report("call-without-result");
}
