import { type Item, type Message, textOf } from "@cutpoint/core";
import { invalidInput, isUserMessage } from "@cutpoint/core/kit";
import type { Entry, MessageEntry } from "../log/entry.ts";
import type { SearchHit, SearchOptions } from "../store/contract.ts";
import type { LogReader } from "./ranking.ts";
import { searchSession, type SessionSearchOptions } from "./search-session.ts";

/** A session, or a search of your own, which may ignore `loosely`. */
type Searchable = {
  search(query: string, options?: SessionSearchOptions): Promise<readonly SearchHit[]>;
  /** Returns the text of the newest result of a call; `null` without one. */
  findResult?(callId: string): Promise<string | null>;
};

/**
 * What a recall tool searches: a session, an object that opens one, a search of your own, or a function that returns the
 * items of a conversation, oldest first.
 */
export type RecallSource =
  | Searchable
  | { session(): Promise<Searchable> }
  | (() => readonly Item[] | Promise<readonly Item[]>);

/** @throws `invalid-input` if a value is no source */
export function assertSources(sources: readonly RecallSource[]): void {
  for (const [index, source] of sources.entries()) {
    const isObject = typeof source === "object" && source !== null;
    if (typeof source !== "function" && !(isObject && ("search" in source || "session" in source)))
      throw invalidInput(
        `sources[${index}]`,
        source,
        "expected a session, or a function that returns the messages",
      );
  }
}

/**
 * Searches all sources, and shows their hits in turn. If none of them has all words, they are searched loosely. The same
 * text is one hit.
 */
export async function searchSources(
  sources: readonly RecallSource[],
  query: string,
  options: SearchOptions & { readonly limit: number },
): Promise<readonly SearchHit[]> {
  const opened = await Promise.all(sources.map(openSource));
  // A single source searches loosely if it finds nothing.
  for (const loosely of opened.length === 1 ? [true] : [false, true]) {
    const found = await Promise.all(
      opened.map((source) => source.search(query, { ...options, loosely })),
    );
    const hits = inTurn(found).slice(0, options.limit);
    if (hits.length > 0) return hits;
  }
  return [];
}

/** Returns the text of the newest result of a call; `null` if no source has it. */
export async function findResult(
  sources: readonly RecallSource[],
  callId: string,
): Promise<string | null> {
  for (const source of sources) {
    const text =
      typeof source === "function"
        ? resultIn(await source(), callId)
        : await ("search" in source ? source : await source.session()).findResult?.(callId);
    if (text !== undefined && text !== null) return text;
  }
  return null;
}

function resultIn(items: readonly Item[], callId: string): string | null {
  const item = items.findLast(({ message }) => isResultOf(message, callId));
  return item === undefined ? null : textOf(item.message);
}

/** Returns the text of the first result of a call among entries; `null` without one. */
export async function findResultIn(
  entries: AsyncIterable<Entry>,
  callId: string,
): Promise<string | null> {
  for await (const entry of entries)
    if (entry.type === "message" && isResultOf(entry.message, callId)) return textOf(entry.message);
  return null;
}

function isResultOf(message: Message, callId: string): boolean {
  return message.role === "tool" && message.callId === callId;
}

async function openSource(source: RecallSource): Promise<Searchable> {
  if (typeof source !== "function") return "search" in source ? source : source.session();
  const log = logOf(await source());
  return { search: (query, options) => searchSession(log, "items", query, options) };
}

/** The newest question is always in the view, and would be the only one with all words of a query that repeats it. */
function logOf(items: readonly Item[]): LogReader {
  const question = items.findLastIndex(({ message }) => isUserMessage(message));
  const older = items.filter((_, place) => place !== question);
  const entries = older.map(({ id, message }): MessageEntry => ({
    type: "message",
    id,
    parentId: null,
    at: Number.NaN,
    message,
  }));
  return {
    async *read() {
      yield* entries;
    },
  };
}

/** Returns the first hit of each source, then the second of each, without repeated texts. */
function inTurn(found: readonly (readonly SearchHit[])[]): readonly SearchHit[] {
  const longest = Math.max(0, ...found.map(({ length }) => length));
  const hits = Array.from({ length: longest }, (_, rank) =>
    found.flatMap((list) => list[rank] ?? []),
  ).flat();
  return [...new Map(hits.map((hit) => [hit.snippet, hit])).values()];
}
