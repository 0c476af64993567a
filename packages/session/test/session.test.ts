import {
  assistantMessage,
  isCutpointError,
  type Message,
  systemMessage,
  textOf,
  userMessage,
} from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import type { Entry } from "../src/log/entry.ts";
import { foldEntries } from "../src/log/fold.ts";
import { entriesOf, open, talk, turn } from "./support/conversation.ts";
import { gated } from "./support/summarizers.ts";
import { createTestStore } from "./support/store.ts";
import type { SessionEvent } from "../src/session.ts";

describe("a session", () => {
  test("a compaction is appended to the log, and nothing is removed from it", async () => {
    const store = createTestStore();
    const session = await open(store);
    await session.append([systemMessage("careful")]);
    await talk(session, 0, 12);
    const before = await entriesOf(store);
    const { outcome } = await session.fit();
    expect(outcome.type).toBe("compacted");
    const after = await entriesOf(store);
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toMatchObject({
      type: "compaction",
      parentId: before.at(-1)?.id,
      reason: "threshold",
    });
  });

  test("a reopened session has the same view, without compaction entries", async () => {
    const store = createTestStore();
    const session = await open(store);
    await session.append([systemMessage("careful")]);
    for (let round = 0; round < 4; round += 1) {
      await talk(session, round * 10, round * 10 + 10);
      await session.fit();
    }
    await talk(session, 40, 42);
    const reopened = await open(store);
    expect(JSON.stringify(reopened.view())).toBe(JSON.stringify(session.view()));
    expect(JSON.stringify(foldEntries(await entriesOf(store, "newest-first")))).toContain(
      "question 41",
    );
    expect(
      session
        .view()
        .messages.map(textOf)
        .join("\n")
        .match(/<summary>/gu),
    ).toHaveLength(1);
  });

  test("messages that arrive during a compaction stay after the summary", async () => {
    const store = createTestStore();
    const summarizer = gated();
    const session = await open(store, { summarizer });
    await talk(session, 0, 12);
    const fitting = session.fit();
    await summarizer.started;
    await session.append([userMessage("while you were busy")]);
    summarizer.release();
    const { view, outcome } = await fitting;
    expect(outcome.type).toBe("compacted");
    expect(textOf(view.messages.at(-1) ?? userMessage(""))).toBe("while you were busy");
    expect((await open(store)).view()).toEqual(session.view());
  });

  test("a second caller joins the running compaction", async () => {
    const store = createTestStore();
    const summarizer = gated();
    const session = await open(store, { summarizer });
    await talk(session, 0, 12);
    const both = [session.fit(), session.compact()];
    await summarizer.started;
    summarizer.release();
    const [first, second] = await Promise.all(both);
    expect(first?.outcome).toBe(second?.outcome);
    expect(summarizer.calls).toBe(1);
    expect((await entriesOf(store)).filter((entry) => entry.type === "compaction")).toHaveLength(1);
  });

  test("a state is not written over a state that it was not planned for", async () => {
    const store = createTestStore();
    const summarizer = gated();
    const slow = await open(store, { summarizer });
    await talk(slow, 0, 12);
    const fitting = slow.fit();
    await summarizer.started;
    const fast = await open(store);
    expect((await fast.fit()).outcome.type).toBe("compacted");
    summarizer.release();
    const { outcome, view } = await fitting;
    expect(outcome.type === "failed" && isCutpointError(outcome.error, "conflict")).toBe(true);
    expect(view).toEqual(fast.view());
  });

  test("two sessions on one log append in turns and lose nothing", async () => {
    const store = createTestStore();
    const left = await open(store);
    const right = await open(store);
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        (number % 2 === 0 ? left : right).append([userMessage(`message ${number}`)]),
      ),
    );
    await left.refresh();
    const said = left.view().messages.map(textOf).toSorted();
    expect(said).toEqual(Array.from({ length: 20 }, (_, number) => `message ${number}`).toSorted());
    const entries = await entriesOf(store);
    expect(entries.slice(1).map((entry) => entry.parentId)).toEqual(
      entries.slice(0, -1).map((entry) => entry.id),
    );
  });

  test("an append to a branch that another writer left is a conflict and writes nothing", async () => {
    const store = createTestStore();
    const session = await open(store);
    const [first] = await session.append([userMessage("one"), userMessage("two")]);
    const { head } = { head: (await entriesOf(store)).at(-1)?.id ?? "" };
    const branch: Entry = {
      type: "branch",
      id: "b",
      parentId: first ?? null,
      at: 0,
      from: head,
      summary: null,
    };
    await store.append("s", [branch], { expectedHead: head });
    await expect(session.append([userMessage("three")])).rejects.toSatisfy((error) =>
      isCutpointError(error, "conflict"),
    );
    expect((await entriesOf(store)).at(-1)).toEqual(branch);
    await session.append([userMessage("four")]);
    expect(session.view().messages.map(textOf)).toEqual(["one", "four"]);
  });

  test("a malformed message is rejected by name and the log does not change", async () => {
    const store = createTestStore();
    const session = await open(store);
    const bad = { role: "user", provenance: "robot", parts: [] } as unknown as Message;
    await expect(session.append([userMessage("good"), bad])).rejects.toThrow(
      /messages\[1\]\.provenance is "robot": expected "user" or "synthetic" or "summary"/,
    );
    expect(await entriesOf(store)).toEqual([]);
  });

  test("usage is the provider's report plus later messages", async () => {
    const session = await open(createTestStore(), { policy: { windowTokens: 100_000 } });
    await session.append(turn(0));
    expect(session.usage()).toMatchObject({ reportedTokens: null, source: "estimated" });
    await session.fit();
    await session.append([
      { ...assistantMessage("counted"), usage: { inputTokens: 700, outputTokens: 11 } },
      userMessage("x".repeat(400)),
    ]);
    const usage = session.usage();
    expect(usage).toMatchObject({ reportedTokens: 711, source: "reported", windowTokens: 100_000 });
    expect(usage.tokens).toBe(711 + usage.trailingTokens);
    expect(usage.trailingTokens).toBeGreaterThanOrEqual(100);
  });

  test("ignores usage from before the newest compaction and of an answer to an older view", async () => {
    const session = await open(createTestStore());
    await talk(session, 0, 12);
    await session.append([
      { ...assistantMessage("counted"), usage: { inputTokens: 1500, outputTokens: 1 } },
    ]);
    expect(session.usage().source).toBe("reported");
    await session.fit();
    expect(session.usage()).toMatchObject({ source: "calibrated", reportedTokens: null });
    await talk(session, 12, 24);
    await session.compact();
    await session.append([
      { ...assistantMessage("late"), usage: { inputTokens: 9000, outputTokens: 1 } },
    ]);
    expect(session.usage()).toMatchObject({ source: "calibrated", reportedTokens: null });
  });

  test("emits each event once", async () => {
    const events: SessionEvent[] = [];
    const session = await open(createTestStore(), { onEvent: (event) => events.push(event) });
    const heard: SessionEvent[] = [];
    const leave = session.subscribe((event) => heard.push(event));
    await talk(session, 0, 12);
    await session.fit();
    leave();
    await session.compact();
    expect(heard).toEqual(events.slice(0, 4));
    expect(events.slice(0, 4).map((event) => event.type)).toEqual([
      "started",
      "planned",
      "summarized",
      "applied",
    ]);
    expect(events.every((event) => event.sessionId === "s")).toBe(true);
  });

  test("throws closed after disposal", async () => {
    const session = await open(createTestStore());
    await session[Symbol.asyncDispose]();
    await session[Symbol.asyncDispose]();
    expect(() => session.view()).toThrow(/session s is closed/);
    await expect(session.append([userMessage("late")])).rejects.toThrow(/closed/);
    await expect(session.fit()).rejects.toThrow(/closed/);
  });
});
