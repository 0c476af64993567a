import type { Entry } from "@cutpoint/session";

/** The entries of a session as JSON text, and their positions by id. JSON text shares no object with the caller. */
export type Log = {
  readonly texts: string[];
  readonly places: Map<string, number>;
  head: string | null;
};

export function createLog(): Log {
  return { texts: [], places: new Map(), head: null };
}

export function createLogFromTexts(texts: string[]): Log {
  const ids = texts.map((_, place) => entryAt(texts, place).id);
  return { texts, places: new Map(ids.map((id, place) => [id, place])), head: ids.at(-1) ?? null };
}

export function entryAt(texts: readonly string[], place: number): Entry {
  return JSON.parse(texts[place] ?? "") as Entry;
}
