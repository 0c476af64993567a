import { CutpointError } from "@cutpoint/core";
import { faulty, type FaultyStore, readAll } from "./faulty-store.ts";

export const faultySessions: readonly FaultyStore[] = [
  faulty("sessions-once-each", "lists a session for each entry", (store, { logs }) => ({
    async *sessions() {
      for await (const sessionId of store.sessions()) {
        for (const _ of logs.get(sessionId) ?? []) yield sessionId;
      }
    },
  })),
  faulty("sessions-once-each", "lists sessions that were only read", (store, { logs }) => ({
    read(sessionId, options) {
      if (!logs.has(sessionId)) logs.set(sessionId, []);
      return store.read(sessionId, options);
    },
  })),
  faulty("session-ids-hostile", "ignores the case of session ids", (store) => ({
    append: (sessionId, entries, options) =>
      store.append(sessionId.toLowerCase(), entries, options),
    read: (sessionId, options) => store.read(sessionId.toLowerCase(), options),
  })),
  faulty("session-ids-hostile", "replaces special characters in session ids", (store) => ({
    append: (sessionId, entries, options) =>
      store.append(sessionId.replaceAll(/[^\w.-]/g, "_"), entries, options),
    read: (sessionId, options) => store.read(sessionId.replaceAll(/[^\w.-]/g, "_"), options),
  })),
  faulty("delete-once", "always returns true from delete", (store) => ({
    async delete(sessionId) {
      await store.delete(sessionId);
      return true;
    },
  })),
  faulty("delete-once", "deletes everything", (store, { logs }) => ({
    async delete(sessionId) {
      const existed = await store.delete(sessionId);
      if (existed) logs.clear();
      return existed;
    },
  })),
  faulty("delete-and-begin-again", "rejects the ids of deleted entries", (store) => {
    const used = new Set<string>();
    return {
      async append(sessionId, entries, options) {
        if (entries.some((entry) => used.has(entry.id)))
          throw new CutpointError("duplicate-id", "used");
        return store.append(sessionId, entries, options);
      },
      async delete(sessionId) {
        for (const entry of await readAll(store.read(sessionId))) used.add(entry.id);
        return store.delete(sessionId);
      },
    };
  }),
];
