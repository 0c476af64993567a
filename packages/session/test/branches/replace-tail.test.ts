import { type Message, textOf, userMessage } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { compactAll, entriesOf, open, talk, textsOf, typesOf } from "../support/conversation.ts";
import { createTestStore } from "../support/store.ts";

const users = (...texts: readonly string[]): readonly Message[] =>
  texts.map((text) => userMessage(text));

describe("replaceTail", () => {
  test("replaces the newest messages, and the log keeps them", async () => {
    const store = createTestStore();
    const session = await open(store);
    await session.append(users("a", "b", "c"));
    await session.replaceTail(({ messages }) => ({
      keep: 1,
      messages: users(`${messages.length} messages`, "z"),
    }));
    expect(textsOf(session)).toEqual(["a", "3 messages", "z"]);
    expect(textsOf(await open(store))).toEqual(["a", "3 messages", "z"]);
    expect(await typesOf(store)).toEqual([
      "message",
      "message",
      "message",
      "branch",
      "message",
      "message",
    ]);
  });

  test("needs a function", async () => {
    const session = await open(createTestStore());
    const replaced = session.replaceTail(users("a") as never);
    await expect(replaced).rejects.toThrow(/^replace is .*: expected a function/u);
  });

  test("only appends if it keeps all messages", async () => {
    const store = createTestStore();
    const session = await open(store);
    await session.append(users("a"));
    await session.replaceTail(() => ({ keep: 1, messages: users("b") }));
    expect(textsOf(session)).toEqual(["a", "b"]);
    expect(await typesOf(store)).toEqual(["message", "message"]);
  });

  test("writes a note with the messages, and later calls see it", async () => {
    const store = createTestStore();
    const session = await open(store);
    const note = { kind: "operation", value: "one" };
    await session.replaceTail(() => ({ keep: 0, messages: users("a", "b"), note }));
    await session.pop();
    await session.reset();
    await session.replaceTail(({ messages, notes }) => {
      expect(messages).toEqual([]);
      expect(notes).toMatchObject([note]);
      return null;
    });
  });

  test("writes nothing if the replacement is not a message, or if the function throws", async () => {
    const store = createTestStore();
    const session = await open(store);
    await session.append(users("a"));
    const wrong = { role: "nobody" } as object as Message;
    await expect(
      session.replaceTail(() => ({ keep: 0, messages: [...users("fine"), wrong] })),
    ).rejects.toThrow(/messages\[1\]\.role/);
    const fail = async (): Promise<null> => Promise.reject(new Error("no match"));
    await expect(session.replaceTail(fail)).rejects.toThrow("no match");
    expect(await typesOf(store)).toEqual(["message"]);
  });

  test("is called again with the messages of another writer", async () => {
    const store = createTestStore();
    const session = await open(store);
    const other = await open(store);
    await session.append(users("a"));
    const seen: (readonly string[])[] = [];
    await session.replaceTail(async ({ messages }) => {
      seen.push(messages.map(textOf));
      if (seen.length === 1) {
        await other.refresh();
        await other.append(users("b"));
      }
      return { keep: messages.length, messages: users("c") };
    });
    expect(seen).toEqual([["a"], ["a", "b"]]);
    expect(textsOf(session)).toEqual(["a", "b", "c"]);
  });

  test("undoes a compaction that contains a replaced message, and keeps an older one", async () => {
    const store = createTestStore();
    const session = await open(store, { policy: { windowTokens: 1200, keepUserTokens: 0 } });
    await talk(session, 0, 12);
    await session.compact();
    const kept = session.view().messages[0];
    const ids = await talk(session, 12, 24);
    expect(await compactAll(session, store)).toBe(ids.at(-1));
    await session.replaceTail(({ messages }) => ({
      keep: messages.length - 3,
      messages: users("instead"),
    }));
    expect(session.view().messages[0]).toEqual(kept);
    expect(textsOf(session).at(-1)).toBe("instead");
    expect((await open(store)).view()).toEqual(session.view());
    expect(session.view().warnings).toEqual([]);
  });

  test("does not reach past a reset", async () => {
    const store = createTestStore();
    const session = await open(store);
    await session.append(users("a"));
    await session.reset();
    await session.append(users("b", "c"));
    const before = (await entriesOf(store)).length;
    await session.replaceTail(({ messages }) => {
      expect(messages.map(textOf)).toEqual(["b", "c"]);
      return { keep: 0, messages: [] };
    });
    expect(session.view().messages).toEqual([]);
    expect((await entriesOf(store)).length).toBe(before + 1);
  });
});
