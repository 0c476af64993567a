import { CutpointError } from "@cutpoint/core";
import { changingReads, faulty, type FaultyStore, misdeclared } from "./faulty-store.ts";

export const faultyLifetimes: readonly FaultyStore[] = [
  misdeclared("reopen", "durable"),
  misdeclared("reopen", "volatile"),
  faulty("disposal-under-way", "acknowledges before it writes", (store) => {
    let head: string | null = null;
    return {
      async append(sessionId, entries, { expectedHead }) {
        if (expectedHead !== head) return { type: "conflict", head };
        head = entries.at(-1)?.id ?? null;
        setImmediate(() => void store.append(sessionId, entries, { expectedHead }).catch(() => {}));
        return { type: "appended" };
      },
    };
  }),
  faulty(
    "disposal-under-way",
    "ignores disposal",
    () => ({ [Symbol.asyncDispose]: async () => {} }),
    "volatile",
  ),
  faulty("disposal-twice", "throws on a second disposal", (store) => {
    let closed = false;
    return {
      async [Symbol.asyncDispose]() {
        if (closed) throw new CutpointError("closed", "closed already");
        closed = true;
        await store[Symbol.asyncDispose]();
      },
    };
  }),
  faulty("use-after-disposal", "lists sessions after disposal", (_store, { logs }) => ({
    async *sessions() {
      yield* logs.keys();
    },
  })),
  faulty("use-after-disposal", "accepts an empty batch after disposal", (store) => ({
    append: async (sessionId, entries, options) =>
      entries.length === 0 ? { type: "appended" } : store.append(sessionId, entries, options),
  })),
  faulty(
    "model",
    "loses the seventh entry of a log",
    changingReads((entries, { order }) =>
      order === "newest-first" ? entries : entries.filter((_, index) => index !== 6),
    ),
  ),
];
