import type { Entry } from "@cutpoint/session";

/** A session's entries as JSON text, so that no object is shared with anybody, and the place of each by its id. */
export type Log = {
  readonly texts: string[];
  readonly places: Map<string, number>;
  head: string | null;
};

export function emptyLog(): Log {
  return { texts: [], places: new Map(), head: null };
}

export function logOf(texts: string[]): Log {
  const ids = texts.map((_, place) => entryAt(texts, place).id);
  return { texts, places: new Map(ids.map((id, place) => [id, place])), head: ids.at(-1) ?? null };
}

export function entryAt(texts: readonly string[], place: number): Entry {
  return JSON.parse(texts[place] ?? "") as Entry;
}
