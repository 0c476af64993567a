import {
  assistantMessage,
  type Message,
  syntheticMessage,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import type { Session } from "../src/session.ts";
import type { EvictableStore } from "../src/store/contract.ts";
import { entriesOf, open, talk, textsOf, turn, typesOf } from "./support/conversation.ts";
import { createTestStore } from "./support/store.ts";

const CALL = { callId: "call", name: "read", arguments: "{}" };

type Recording = EvictableStore & {
  /** The methods that were called; an append with the role of its first message. */
  readonly verbs: string[];
  /** Makes the next evictions fail. */
  failing: boolean;
};

/** A store that lists its calls. */
function recording(store: EvictableStore = createTestStore()): Recording {
  const verbs: string[] = [];
  return {
    verbs,
    failing: false,
    append(sessionId, entries, options) {
      const [first] = entries;
      verbs.push(first?.type === "message" ? first.message.role : (first?.type ?? "nothing"));
      return store.append(sessionId, entries, options);
    },
    async evict(sessionId, options) {
      verbs.push("evict");
      if (this.failing) throw new Error("the disk is full");
      return store.evict(sessionId, options);
    },
    read: (sessionId, options) => store.read(sessionId, options),
    sessions: () => store.sessions(),
    delete: (sessionId) => store.delete(sessionId),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/** A session within a turn whose older turns were just compacted. */
async function compactedWithinTurn(store: Recording, turnId?: string): Promise<Session> {
  const session = await open(store, { retention: "since-last-summary" });
  await talk(session, 0, 8);
  const within = turnId === undefined ? {} : { turnId };
  await session.append([userMessage("the current turn"), assistantMessage("", [CALL])], within);
  await session.append([toolMessage(CALL, "result")], within);
  expect((await session.compact()).outcome.type).toBe("compacted");
  store.verbs.length = 0;
  return session;
}

describe("retention", () => {
  test("evicts compacted entries before the next turn and none within a turn", async () => {
    const store = recording();
    const session = await compactedWithinTurn(store);
    await session.append([assistantMessage("", [{ ...CALL, callId: "second" }])]);
    await session.append([toolMessage({ ...CALL, callId: "second" }, "more")]);
    await session.fit();
    await session.append([assistantMessage("done")]);
    expect(store.verbs).toEqual(["assistant", "tool", "assistant"]);
    const texts = textsOf(session);
    const before = await entriesOf(store);

    await session.append([userMessage("the next turn")]);
    expect(store.verbs.slice(3)).toEqual(["evict", "user"]);
    expect(textsOf(session)).toEqual([...texts, "the next turn"]);
    const after = await entriesOf(store);
    const state = after.find((entry) => entry.type === "compaction")?.state;
    expect(after[0]).toMatchObject({ type: "tombstone", id: state?.compactedThrough });
    const kept = before.slice(before.findIndex(({ id }) => id === state?.compactedThrough) + 1);
    expect(after.slice(1, -1)).toEqual(kept);
    await using again = await open(store);
    expect(again.view()).toEqual(session.view());
  });

  test("messages within a turn do not end it", async () => {
    const store = recording();
    const session = await compactedWithinTurn(store, "one");
    await session.append([userMessage("and hurry")], { turnId: "one" });
    await session.append([syntheticMessage("the tests too")], { turnId: "one" });
    await session.append([syntheticMessage("the build is green")]);
    expect(store.verbs).not.toContain("evict");
    await session.append([syntheticMessage("$ ls")], { turnId: "two" });
    expect(store.verbs.slice(-2)).toEqual(["evict", "user"]);
  });

  test("endTurn evicts after the last messages", async () => {
    const store = recording();
    const session = await compactedWithinTurn(store);
    await session.endTurn([assistantMessage("done")]);
    expect(store.verbs).toEqual(["assistant", "evict"]);
    await session.append([userMessage("next")]);
    expect(store.verbs).toEqual(["assistant", "evict", "user"]);
  });

  test("evicts once for each state", async () => {
    const store = recording();
    const session = await compactedWithinTurn(store);
    await talk(session, 20, 24);
    await session.compact();
    await talk(session, 24, 28);
    expect(store.verbs.filter((verb) => verb === "evict")).toHaveLength(2);
  });

  test("asks once if there is nothing to evict, and again if it was overtaken", async () => {
    const store = recording();
    const session = await compactedWithinTurn(store);
    await session[Symbol.asyncDispose]();
    store.verbs.length = 0;
    await using again = await open(store, { retention: "since-last-summary" });
    for (const text of ["one", "two"]) await again.append([userMessage(text)]);
    expect(store.verbs).toEqual(["evict", "user", "user"]);

    const overtaken = recording();
    const late = await compactedWithinTurn(overtaken);
    const evict = overtaken.evict.bind(overtaken);
    overtaken.evict = async (_sessionId, options) => {
      overtaken.evict = evict;
      overtaken.verbs.push("overtaken");
      return { type: "conflict", head: options.through };
    };
    for (const text of ["one", "two"]) await late.append([userMessage(text)]);
    expect(overtaken.verbs).toEqual(["overtaken", "user", "evict", "user"]);
  });

  test("a session that keeps everything evicts nothing", async () => {
    const store = recording();
    const session = await open(store);
    await talk(session, 0, 8);
    await session.compact();
    await talk(session, 8, 9);
    await session[Symbol.asyncDispose]();
    expect(store.verbs).not.toContain("evict");
  });

  test("a failed eviction loses no message, is retried at the next turn and thrown by disposal", async () => {
    const store = recording();
    const session = await compactedWithinTurn(store);
    store.failing = true;
    await session.append([userMessage("first")]);
    await session.append([userMessage("second")]);
    expect(store.verbs).toEqual(["evict", "user", "evict", "user"]);
    expect(textsOf(session).slice(-2)).toEqual(["first", "second"]);
    await expect(session[Symbol.asyncDispose]()).rejects.toThrow("the disk is full");

    const again = await open(store, { retention: "since-last-summary" });
    store.failing = false;
    await again[Symbol.asyncDispose]();
    expect(await typesOf(store)).toContain("tombstone");
  });

  test("concurrent appends keep the order of the calls during an eviction", async () => {
    const store = recording();
    const session = await compactedWithinTurn(store);
    const said: readonly Message[] = [userMessage("next"), ...turn(9).slice(1)];
    await Promise.all(said.map((message) => session.append([message])));
    expect(store.verbs).toEqual(["evict", "user", "assistant", "tool", "assistant"]);
    const entries = await entriesOf(store);
    const messages = entries.slice(-4).map((entry) => entry.type === "message" && entry.message);
    expect(messages).toEqual(said);
  });
});
