import { CutpointError } from "@cutpoint/core";
import type { Entry, SessionStore } from "@cutpoint/session";

/** The simplest store for a session: one log in an array. */
export type ArrayStore = SessionStore & { readonly entries: Entry[] };

export function createArrayStore(): ArrayStore {
  const entries: Entry[] = [];
  return {
    entries,
    append: async (_sessionId, batch, { expectedHead }) => {
      const head = entries.at(-1)?.id ?? null;
      if (head !== expectedHead) return { type: "conflict", head };
      entries.push(...batch.map((entry) => JSON.parse(JSON.stringify(entry)) as Entry));
      return { type: "appended" };
    },
    read: async function* (_sessionId, { from, order } = {}) {
      const ordered = order === "newest-first" ? entries.toReversed() : [...entries];
      const start = from === undefined ? 0 : ordered.findIndex((entry) => entry.id === from);
      if (start === -1) throw new CutpointError("unknown-entry", `no entry ${from}`);
      yield* structuredClone(ordered.slice(start));
    },
    sessions: async function* () {
      if (entries.length > 0) yield "s";
    },
    delete: async () => entries.splice(0).length > 0,
    [Symbol.asyncDispose]: async () => undefined,
  };
}
