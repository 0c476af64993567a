import { assistantMessage, isCutpointError, userMessage } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import type { Entry } from "../src/log/entry.ts";
import type { SessionStore } from "../src/store/contract.ts";
import { entriesOf, listener, open, talk, textsOf, typesOf } from "./support/conversation.ts";
import { gated } from "./support/summarizers.ts";
import { createTestStore } from "./support/store.ts";

describe("a session", () => {
  test("a manual compaction runs after a check that compacts nothing", async () => {
    const session = await open(createTestStore(), { policy: { windowTokens: 100_000 } });
    await talk(session, 0, 12);
    const [checked, byHand] = await Promise.all([session.fit(), session.compact()]);
    expect(checked.outcome).toEqual({ type: "unchanged", why: "below-trigger" });
    expect(byHand.outcome.type).toBe("compacted");
  });

  test("many callers at once make one compaction", async () => {
    const store = createTestStore();
    const summarizer = gated();
    const session = await open(store, { summarizer });
    await talk(session, 0, 12);
    const all = Array.from({ length: 10 }, (_, number) =>
      number % 2 === 0 ? session.fit() : session.compact(),
    );
    await summarizer.started;
    summarizer.release();
    const outcomes = new Set((await Promise.all(all)).map(({ outcome }) => outcome));
    expect(outcomes.size).toBe(1);
    expect((await typesOf(store)).filter((type) => type === "compaction")).toHaveLength(1);
  });

  test("messages of several writers that arrive during a compaction stay after the summary, once and in order", async () => {
    const store = createTestStore();
    const summarizer = gated();
    const session = await open(store, { summarizer });
    await talk(session, 0, 12);
    const other = await open(store);
    const fitting = session.fit();
    await summarizer.started;
    await session.append([userMessage("mine")]);
    await other.refresh();
    await other.append([userMessage("another's")]);
    summarizer.release();
    expect((await fitting).outcome.type).toBe("compacted");
    await session.refresh();
    expect(textsOf(session).slice(-2)).toEqual(["mine", "another's"]);
    expect((await open(store)).view()).toEqual(session.view());
  });

  test("messages that arrive during a compaction may be large", async () => {
    const summarizer = gated();
    const session = await open(createTestStore(), { summarizer });
    await talk(session, 0, 12);
    const fitting = session.fit();
    await summarizer.started;
    await session.append([userMessage("w".repeat(2800))]);
    summarizer.release();
    expect((await fitting).outcome.type).toBe("compacted");
    expect(textsOf(session).at(-1)).toHaveLength(2800);
  });

  test("ignores the usage of an answer that arrives during a compaction", async () => {
    const store = createTestStore();
    const summarizer = gated();
    const session = await open(store, { summarizer });
    await talk(session, 0, 12);
    const fitting = session.fit();
    await summarizer.started;
    await session.append([
      { ...assistantMessage("late"), usage: { inputTokens: 1500, outputTokens: 1 } },
    ]);
    summarizer.release();
    expect((await fitting).outcome.type).toBe("compacted");
    expect(session.usage()).toMatchObject({ reportedTokens: null });
    expect((await open(store)).usage()).toMatchObject({ reportedTokens: null });
  });

  test("a message that is written during a reset stays on the path", async () => {
    const store = createTestStore();
    const session = await open(store);
    await talk(session, 0, 3);
    await Promise.all([session.reset(), session.append([userMessage("just now")])]);
    const entries = await entriesOf(store);
    expect(entries.slice(1).map((entry) => entry.parentId)).toEqual(
      entries.slice(0, -1).map((entry) => entry.id),
    );
    expect((await open(store)).view()).toEqual(session.view());
  });

  test("a compaction does not undo a reset that happened meanwhile", async () => {
    const store = createTestStore();
    const summarizer = gated();
    const session = await open(store, { summarizer });
    await talk(session, 0, 12);
    const fitting = session.fit();
    await summarizer.started;
    await session.reset();
    summarizer.release();
    const { outcome } = await fitting;
    expect(outcome.type === "failed" && isCutpointError(outcome.error, "conflict")).toBe(true);
    expect(session.view().messages).toEqual([]);
  });

  test("a summary is not written to a branch that another writer went to meanwhile", async () => {
    const store = createTestStore();
    const summarizer = gated();
    const told = listener();
    const session = await open(store, { ...told, summarizer });
    const ids = await talk(session, 0, 12);
    const fitting = session.fit();
    await summarizer.started;
    const head = (await entriesOf(store)).at(-1)?.id ?? "";
    const target = ids[3] ?? "";
    const branch: Entry = {
      type: "branch",
      id: "b",
      parentId: target,
      at: 0,
      from: head,
      summary: null,
    };
    await store.append("s", [branch], { expectedHead: head });
    summarizer.release();
    const { outcome, view } = await fitting;
    expect(outcome.type === "failed" && isCutpointError(outcome.error, "conflict")).toBe(true);
    expect(view.ids).toEqual(ids.slice(0, 4));
    expect((await entriesOf(store)).at(-1)).toEqual(branch);
    expect(told.types().at(-1)).toBe("failed");
  });

  test("a duplicate id is rejected and nothing is written", async () => {
    const store = createTestStore();
    const ids = ["a", "b", "b"];
    const session = await open(store, { newId: () => ids.shift() ?? "c" });
    await session.append([userMessage("one")]);
    await expect(session.append([userMessage("two"), userMessage("three")])).rejects.toSatisfy(
      (error) => isCutpointError(error, "duplicate-id"),
    );
    expect(await entriesOf(store)).toHaveLength(1);
  });

  test("a compaction keeps the session id and changes the view to its summary", async () => {
    const store = createTestStore();
    const session = await open(store);
    await talk(session, 0, 12);
    const { view } = await session.fit();
    expect(session.sessionId).toBe("s");
    expect(session.view()).toEqual(view);
    expect(await Array.fromAsync(store.sessions())).toEqual(["s"]);
  });

  test("a session opens and compacts after a process ended during a summary", async () => {
    const store = createTestStore();
    const summarizer = gated();
    const gone = await open(store, { summarizer });
    await talk(gone, 0, 12);
    void gone.fit();
    await summarizer.started;
    const next = await open(store);
    expect(next.view()).toEqual(gone.view());
    expect((await next.fit()).outcome.type).toBe("compacted");
  });

  test("if the store fails, the old view stays and the run ends once", async () => {
    const inner = createTestStore();
    let isBroken = false;
    const store: SessionStore = {
      append: (...call) =>
        isBroken ? Promise.reject(new Error("disk full")) : inner.append(...call),
      read: (...call) => inner.read(...call),
      sessions: () => inner.sessions(),
      delete: (id) => inner.delete(id),
      [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
    };
    const told = listener();
    const session = await open(store, told);
    await talk(session, 0, 12);
    const before = session.view();
    isBroken = true;
    const { outcome, view } = await session.fit();
    expect(outcome.type === "failed" && isCutpointError(outcome.error, "store-failed")).toBe(true);
    expect(view).toEqual(before);
    expect(told.types().filter((type) => type === "failed" || type === "applied")).toEqual([
      "failed",
    ]);
    isBroken = false;
    expect((await session.fit()).outcome.type).toBe("compacted");
  });

  test("no written entry is changed or lost by any operation", async () => {
    const store = createTestStore();
    const session = await open(store);
    let before: readonly Entry[] = [];
    const isKept = async (): Promise<void> => {
      const now = await entriesOf(store);
      expect(now.slice(0, before.length)).toEqual(before);
      before = now;
    };
    for (let round = 0; round < 3; round += 1) {
      const ids = await talk(session, round * 10, round * 10 + 10);
      await session.pin(ids[1] ?? "");
      await session.hide(ids[2] ?? "", "hidden");
      await isKept();
      await session.fit();
      await isKept();
      await session.compact();
      await isKept();
    }
    await session.reset();
    await isKept();
  });
});
