import { CutpointError } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import type { Fault } from "../reference-store.ts";
import { faulty, type FaultyStore, headOf, misdeclared } from "./faulty-store.ts";

/** Waits between comparison and write. */
const comparesTooEarly: Fault = (store, { logs }) => ({
  async append(sessionId, entries, options) {
    const head = await headOf(store, sessionId);
    if (head !== options.expectedHead) return store.append(sessionId, entries, options);
    await Promise.resolve();
    const texts = entries.map((entry) => JSON.stringify(entry));
    if (texts.length > 0) logs.set(sessionId, [...(logs.get(sessionId) ?? []), ...texts]);
    return { type: "appended" };
  },
});

/** Trusts a cached head. */
const remembersHead: Fault = (store) => {
  const heads = new Map<string, string | null>();
  return {
    async append(sessionId, entries, { expectedHead }) {
      const remembered = heads.has(sessionId) && heads.get(sessionId) === expectedHead;
      const head = remembered ? await headOf(store, sessionId) : expectedHead;
      const result = await store.append(sessionId, entries, { expectedHead: head });
      const newest = result.type === "conflict" ? result.head : entries.at(-1)?.id;
      if (newest !== undefined) heads.set(sessionId, newest);
      return result;
    },
  };
};

export const faultyUnderConcurrency: readonly FaultyStore[] = [
  faulty("race-on-one-handle", "compares heads before it waits", comparesTooEarly),
  faulty("race-to-begin", "compares heads before it waits", comparesTooEarly),
  faulty(
    "sessions-do-not-contend",
    "requires ids that are unique in all sessions",
    (store, { logs }) => ({
      append(sessionId, entries, options) {
        const others = [...logs]
          .filter(([other]) => other !== sessionId)
          .flatMap(([, texts]) => texts);
        const taken = new Set(others.map((text) => (JSON.parse(text) as Entry).id));
        if (!entries.some((entry) => taken.has(entry.id)))
          return store.append(sessionId, entries, options);
        return Promise.reject(new CutpointError("duplicate-id", "taken elsewhere"));
      },
    }),
  ),
  faulty("two-handles-in-turn", "trusts a cached head", remembersHead),
  misdeclared("two-handles-in-turn", "volatile"),
  faulty("two-handles-race", "compares heads before it waits", comparesTooEarly),
  misdeclared("two-handles-race", "volatile"),
  faulty("two-handles-delete", "trusts a cached head", remembersHead),
  misdeclared("two-handles-delete", "volatile"),
];
