import { hash } from "node:crypto";
import {
  type AssistantMessage,
  type Item,
  type Message,
  type TokenUsage,
  toolCalls,
} from "@cutpoint/core";
import { defined } from "./fields.ts";
import type { ImportedThread, RecordedCompaction } from "./imported-session.ts";
import type { Problems } from "./problems.ts";

/** What an item needs besides its message. Without an id it gets a hash of all messages so far. */
type ItemOrigin = { readonly id?: string | undefined; readonly at?: number | undefined };

type Answer = Pick<AssistantMessage, "parts" | "usage" | "finishReason">;

/** Collects the items of one thread. */
export type ThreadBuilder = {
  /** The id of the newest item; `null` without items. */
  readonly newestId: () => string | null;
  readonly items: readonly Item[];
  /** Adds a message and returns the id of its item, which is unique in the thread. */
  readonly add: (message: Message, origin?: ItemOrigin) => string;
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
  readonly compact: (compaction: RecordedCompaction) => void;
  readonly abandon: (ids: Iterable<string>) => void;
  readonly isAbandoned: (id: string) => boolean;
  readonly finish: (fields: ThreadFields) => ImportedThread;
};

type ThreadFields = { readonly id: string } & {
  readonly [Key in "parentId" | "parentCallId" | "title"]?: string | undefined;
};

export function createThreadBuilder(problems: Problems): ThreadBuilder {
  const items: Item[] = [];
  const places = new Map<string, number>();
  const names = new Map<string, string>();
  const results = new Map<string, string>();
  const models = new Set<string>();
  const compactions: RecordedCompaction[] = [];
  const abandoned = new Set<string>();

  function learnCalls(message: Message): void {
    for (const { callId, name } of toolCalls(message)) names.set(callId, name);
  }

  function uniqueId(id: string): string {
    if (!places.has(id)) return id;
    let number = 1;
    while (places.has(`${id}#${number}`)) number += 1;
    return `${id}#${number}`;
  }

  function update(id: string, change: (message: Message) => Message): void {
    const place = places.get(id) ?? -1;
    const item = items[place];
    if (item === undefined) return;
    const message = change(item.message);
    items[place] = { ...item, message };
    learnCalls(message);
  }

  return {
    items,
    has: (id) => places.has(id),
    update,
    newestId: () => items.at(-1)?.id ?? null,
    add(message, { id, at } = {}) {
      const previous = items.at(-1)?.id ?? "";
      const unique = uniqueId(
        id ?? hash("sha256", `${previous}\n${JSON.stringify(message)}`).slice(0, 32),
      );
      places.set(unique, items.length);
      items.push(defined({ id: unique, message, at }));
      learnCalls(message);
      if (message.role === "tool") results.set(message.callId, unique);
      return unique;
    },
    extend(id, { parts, ...rest }) {
      update(id, (message) =>
        message.role === "assistant"
          ? { ...message, ...rest, parts: [...message.parts, ...parts] }
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
    compact: (compaction) => void compactions.push(compaction),
    abandon(ids) {
      for (const id of ids) abandoned.add(id);
    },
    isAbandoned: (id) => abandoned.has(id),
    finish(fields) {
      reportOpenCalls(items, problems);
      return {
        ...defined(fields),
        models: [...models],
        items,
        abandonedIds: items.flatMap(({ id }) => (abandoned.has(id) ? [id] : [])),
        compactions,
      };
    },
  };
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
