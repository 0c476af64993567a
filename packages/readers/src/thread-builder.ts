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
  /** The place of an item; -1 if there is none with this id. */
  readonly placeOf: (id: string) => number;
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
  const inserted: Inserted[] = [];
  const uniqueId = createUniqueIds();
  const grown = new Map<string, AssistantMessage["parts"][number][]>();
  const newestId = (): string | null => items.at(-1)?.id ?? null;
  const placeOf = (id: string): number => places.get(id) ?? -1;
  let answerId: string | undefined;

  function learnCalls(parts: readonly Part[]): void {
    for (const part of parts) if (part.type === "tool-call") names.set(part.callId, part.name);
  }

  function update(id: string, change: (message: Message) => Message): void {
    const place = placeOf(id);
    const item = items[place];
    if (item !== undefined) items[place] = { ...item, message: change(item.message) };
  }

  function add(message: Message, { id, at }: ItemOrigin = {}): string {
    const unique = uniqueId(id ?? hashOf(newestId() ?? "", message));
    places.set(unique, items.length);
    items.push(defined({ id: unique, message, at }));
    learnCalls(message.parts);
    if (message.role === "tool") results.set(message.callId, unique);
    if (message.role === "assistant") answerId = unique;
    return unique;
  }

  return {
    items,
    has: (id) => places.has(id),
    placeOf,
    update,
    newestId,
    add,
    insert(afterId, message, at) {
      const id = uniqueId(hashOf(afterId ?? "", message));
      inserted.push({ afterId, item: defined({ id, message, at }) });
    },
    extend(id, more) {
      learnCalls(more.parts);
      update(id, (message) => extendAnswer(grown, [id, message], more));
    },
    toolName: (callId) => names.get(callId) ?? "unknown",
    resultId: (callId) => results.get(callId),
    addModel(model) {
      if (model !== undefined) models.add(model);
    },
    addUsage(usage) {
      if (answerId !== undefined) update(answerId, (message) => ({ ...message, usage }) as Message);
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
function extendAnswer(
  grown: Map<string, AssistantMessage["parts"][number][]>,
  [id, message]: readonly [string, Message],
  { parts: more, ...rest }: Answer,
): Message {
  if (message.role !== "assistant") return message;
  const parts = grown.get(id) ?? [...message.parts];
  for (const part of more) parts.push(part);
  grown.set(id, parts);
  return { ...message, ...rest, parts };
}

type Inserted = { readonly afterId: string | null; readonly item: Item };

/** Results of tool calls stay directly behind their call. */
function withInserted(items: readonly Item[], inserted: readonly Inserted[]): readonly Item[] {
  const after = Map.groupBy(inserted, ({ afterId }) => afterId);
  const itemsAfter = (id: string | null): readonly Item[] =>
    (after.get(id) ?? []).map(({ item }) => item);
  const open: (readonly Item[])[] = [];
  const all = [itemsAfter(null)];
  for (const item of items) {
    if (item.message.role !== "tool") for (const waiting of open.splice(0)) all.push(waiting);
    all.push([item]);
    open.push(itemsAfter(item.id));
  }
  return [...all, ...open].flat();
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
