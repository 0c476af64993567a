import { setImmediate } from "node:timers/promises";
import { isCutpointError, systemMessage, textOf, userMessage } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import type { CompactionEntry } from "../src/log/entry.ts";
import type { Session } from "../src/session.ts";
import { entriesOf, listener, open, talk, textsOf, turn, typesOf } from "./support/conversation.ts";
import { gated } from "./support/summarizers.ts";
import { createTestStore } from "./support/store.ts";

describe("a session", () => {
  async function lastCompaction(
    session: Session,
    store: Parameters<typeof entriesOf>[0],
  ): Promise<CompactionEntry> {
    const entry = (await entriesOf(store)).findLast((entry) => entry.type === "compaction");
    if (entry === undefined) throw new Error(`nothing was compacted in ${session.sessionId}`);
    return entry;
  }

  test("plan writes nothing, and compact carries it out", async () => {
    const store = createTestStore();
    const session = await open(store);
    await talk(session, 0, 12);
    const plan = await session.plan({ force: true });
    if (plan.type !== "plan") throw new Error(plan.type);
    expect(await typesOf(store)).not.toContain("compaction");
    const { outcome } = await session.compact();
    expect(outcome).toMatchObject({
      type: "compacted",
      receipt: {
        reason: "manual",
        firstKeptId: plan.cut.firstKeptId,
        compacted: { items: plan.compacted.length },
      },
    });
  });

  test("a compaction entry contains the summary, the first kept id and the tokens before", async () => {
    const store = createTestStore();
    const session = await open(store);
    await talk(session, 0, 12);
    const { tokens } = session.usage();
    await session.fit();
    const { state, receipt, reason, type } = await lastCompaction(session, store);
    expect({ type, reason }).toEqual({ type: "compaction", reason: "threshold" });
    expect(state.prefix.some((piece) => piece.kind === "summary")).toBe(true);
    expect(session.view().ids).toContain(state.firstKeptId);
    expect(receipt).toMatchObject({ tokensBefore: tokens, firstKeptId: state.firstKeptId });
  });

  test("compact takes instructions", async () => {
    const asked: unknown[] = [];
    const session = await open(createTestStore(), {
      policy: { windowTokens: 100_000 },
      summarizer: {
        name: "asked",
        summarize: ({ items, turnPrefix, instructions }) => {
          asked.push(
            instructions,
            [...items, ...turnPrefix].map((item) => item.id),
          );
          return Promise.resolve({ text: "said before", method: "asked", calls: 1 });
        },
      },
    });
    const ids = await talk(session, 0, 30);
    await session.compact({ instructions: "mind the ports" });
    const kept = session.view().ids.filter((id) => id !== null);
    expect(asked).toEqual(["mind the ports", ids.slice(0, -kept.length)]);
    expect(kept).toEqual(ids.slice(-kept.length));
  });

  test("compacting again without new messages does nothing, unless there are instructions", async () => {
    const store = createTestStore();
    const session = await open(store);
    await talk(session, 0, 12);
    expect((await session.compact()).outcome.type).toBe("compacted");
    const before = await entriesOf(store);
    expect((await session.compact()).outcome).toEqual({
      type: "unchanged",
      why: "already-compacted",
    });
    expect(await entriesOf(store)).toEqual(before);
  });

  test("prepare changes nothing, and apply puts the reviewed summary in force", async () => {
    const store = createTestStore();
    const told = listener();
    const session = await open(store, told);
    await talk(session, 0, 12);
    const before = session.view();
    const prepared = await session.prepare();
    if (prepared.type !== "prepared") throw new Error(prepared.type);
    expect(session.view()).toEqual(before);
    expect(await typesOf(store)).not.toContain("compaction");
    expect(told.types().at(-1)).toBe("prepared");
    await session.append([userMessage("meanwhile")]);
    const { outcome } = await session.apply(prepared);
    expect(outcome).toMatchObject({ type: "compacted", receipt: { reason: "manual" } });
    expect(told.types().filter((type) => type === "applied")).toHaveLength(1);
    const { state } = await lastCompaction(session, store);
    expect(state.prefix).toEqual(prepared.state.prefix);
    expect(textsOf(session).at(-1)).toBe("meanwhile");
  });

  test("a prepared compaction is rejected after the view changed", async () => {
    const store = createTestStore();
    const change: readonly ((session: Session, id: string) => Promise<unknown>)[] = [
      (session) => session.reset(),
      (session) => session.compact(),
      (session, id) => session.pin(id),
      (session, id) => session.hide(id, "hidden"),
    ];
    for (const [index, changed] of change.entries()) {
      const told = listener();
      const session = await open(store, { ...told, sessionId: `s${index}` });
      const ids = await talk(session, 0, 12);
      const prepared = await session.prepare();
      if (prepared.type !== "prepared") throw new Error(prepared.type);
      await changed(session, ids[44] ?? "");
      const before = session.view();
      const log = await Array.fromAsync(store.read(`s${index}`));
      const { outcome } = await session.apply(prepared);
      expect(await Array.fromAsync(store.read(`s${index}`))).toEqual(log);
      expect(outcome.type === "failed" && isCutpointError(outcome.error, "conflict")).toBe(true);
      expect(told.types().at(-1)).toBe("failed");
      expect(session.view()).toEqual(before);
    }
  });

  test("revert undoes a compaction at any depth and keeps later pins and hides", async () => {
    const store = createTestStore();
    const session = await open(store);
    const ids = await talk(session, 0, 12);
    const whole = session.view();
    await session.fit();
    const first = await lastCompaction(session, store);
    const more = await talk(session, 12, 24);
    await session.fit();
    await session.hide(more.at(-1) ?? "", "hidden since");
    await session.revert(first.id);
    const shown = session.view();
    expect(shown.ids).toEqual([...ids, ...more]);
    expect(shown.messages.slice(0, ids.length)).toEqual(whole.messages);
    expect(textsOf(session)).toContain("hidden since");
    expect((await open(store)).view()).toEqual(shown);
    await expect(session.revert("nothing")).rejects.toThrow(/expected the id of a compaction/);
  });

  test("reset clears the view and keeps the log, and a revert stops at it", async () => {
    const store = createTestStore();
    const session = await open(store);
    await talk(session, 0, 12);
    await session.fit();
    const { id } = await lastCompaction(session, store);
    const before = await entriesOf(store);
    await session.reset();
    expect(session.view().messages).toEqual([]);
    expect((await entriesOf(store)).slice(0, before.length)).toEqual(before);
    await expect(session.revert(id)).rejects.toThrow(/newer than the last reset/);
    await session.append([userMessage("anew")]);
    expect(textsOf(session)).toEqual(["anew"]);
  });

  test("diff returns the effect of a compaction on each item", async () => {
    const store = createTestStore();
    const session = await open(store, {
      policy: {
        windowTokens: 1200,
        keep: { type: "tokens", tokens: 500 },
        prune: { protectTokens: 0, minimumSavings: 0 },
        targetShare: 0.58,
      },
    });
    const ids = await talk(session, 0, 11);
    await session.fit();
    const hidden = (await entriesOf(store)).findLast((entry) => entry.type === "hide");
    const pruned = await session.diff(hidden?.id ?? "");
    expect(pruned.map(({ id }) => id)).toEqual(ids);
    expect(pruned.filter(({ state }) => state === "hidden").length).toBeGreaterThan(3);
    await talk(session, 11, 19);
    await session.compact();
    const { id, state: compaction } = await lastCompaction(session, store);
    const compacted = (await session.diff(id)).filter(({ state }) => state === "compacted");
    expect(compacted.at(-1)?.id).toBe(compaction.compactedThrough);
    expect(compacted.every(({ tokens }) => tokens > 0)).toBe(true);
    await expect(session.diff("nothing")).rejects.toThrow(/expected the id of a compaction/);
  });

  test("a pin is visible at its own place, then in the prefix, until it is unpinned", async () => {
    const session = await open(createTestStore(), {
      policy: { windowTokens: 1200, keepUserTokens: 0 },
    });
    const ids = await talk(session, 0, 12);
    const before = session.view();
    const pinId = await session.pin(ids[0] ?? "");
    const own = await session.pin(userMessage("never touch the ports"));
    expect(await session.pin(ids[0] ?? "")).toBe(pinId);
    expect(textsOf(session)).toEqual([...before.messages.map(textOf), "never touch the ports"]);
    await session.fit();
    const head = (): string => textsOf(session).slice(0, 2).join("\n");
    expect(head()).toContain(textOf(turn(0)[0] ?? systemMessage("")));
    expect(head()).toContain("never touch the ports");
    await talk(session, 12, 24);
    await session.fit();
    expect(head()).toContain("never touch the ports");
    await session.unpin(own);
    expect(head()).not.toContain("never touch the ports");
    await expect(session.unpin(own)).rejects.toThrow(/expected the id of an existing pin/);
    await expect(session.pin("nothing")).rejects.toThrow(/expected the id of an item/);
  });

  test("compact awaits interrupt first", async () => {
    const order: string[] = [];
    const session = await open(createTestStore(), {
      interrupt: async () => {
        await Promise.resolve();
        order.push("interrupted");
      },
      onEvent: ({ type }) => order.push(type),
    });
    await talk(session, 0, 12);
    await session.fit();
    expect(order[0]).toBe("started");
    order.splice(0);
    await talk(session, 12, 24);
    await session.compact();
    expect(order.slice(0, 2)).toEqual(["interrupted", "started"]);
  });

  test("abort cancels manual, automatic and prepared compactions for all callers that joined", async () => {
    const store = createTestStore();
    const told = listener();
    const session = await open(store, { ...told, summarizer: gated() });
    await talk(session, 0, 12);
    const before = await entriesOf(store);
    for (const begin of [
      () => [session.fit(), session.compact(), session.recover(new Error("prompt is too long"))],
      () => [session.compact()],
      () => [session.prepare()],
    ]) {
      const runs = begin();
      while (told.types().at(-1) !== "planned") await setImmediate();
      session.abort();
      for (const ended of await Promise.all(runs))
        expect("outcome" in ended ? ended.outcome : ended).toEqual({ type: "cancelled" });
      expect(told.types().at(-1)).toBe("cancelled");
    }
    expect(await entriesOf(store)).toEqual(before);
  });

  test("disposal cancels the running compaction", async () => {
    const summarizer = gated();
    const session = await open(createTestStore(), { summarizer });
    await talk(session, 0, 12);
    const fitting = session.fit();
    await summarizer.started;
    await session[Symbol.asyncDispose]();
    expect((await fitting).outcome).toEqual({ type: "cancelled" });
  });

  test("pruning appends its replacements before the next decision", async () => {
    const store = createTestStore();
    const policy = {
      windowTokens: 1200,
      prune: { protectTokens: 0, minimumSavings: 0 },
    } as const;
    const session = await open(store, { policy });
    await talk(session, 0, 11);
    const before = await entriesOf(store);
    const { outcome } = await session.fit();
    expect(outcome).toMatchObject({ type: "compacted", receipt: { method: "pruning" } });
    const after = await entriesOf(store);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length).map((entry) => entry.type)).toEqual(["hide", "note", "note"]);
    expect(textsOf(session)).toContain("[Output truncated - 60 tokens]");
    expect((await session.fit()).outcome).toEqual({ type: "unchanged", why: "below-trigger" });
    expect((await open(store, { policy })).view()).toEqual(session.view());
  });

  test("only the compaction of an overflow says that the request will be sent again", async () => {
    const told = listener();
    const session = await open(createTestStore(), { ...told, policy: { windowTokens: 100_000 } });
    await talk(session, 0, 12);
    await session.recover(new Error("prompt is too long"));
    await talk(session, 12, 24);
    await session.compact();
    const applied = told.events.flatMap((event) => (event.type === "applied" ? [event] : []));
    expect(applied.map(({ reason, willRetry }) => [reason, willRetry])).toEqual([
      ["overflow", true],
      ["manual", false],
    ]);
  });

  test.each(["", 7, undefined])("a session cannot be called %j", async (sessionId) => {
    const opening = open(createTestStore(), { sessionId: sessionId as string });
    await expect(opening).rejects.toThrow(/^sessionId is .*: expected a non-empty string/u);
  });

  test.each([undefined, null, "store", {}, { read: true }])(
    "a session needs a store, not %j",
    async (store) => {
      await expect(open(store as never)).rejects.toThrow(/^store is .*: expected a session store/u);
    },
  );

  test.each([
    ["retention", "since-last-sumary"],
    ["branchSummary", true],
  ])("a session cannot have the %s %j", async (name, value) => {
    const opening = open(createTestStore(), { [name]: value });
    await expect(opening).rejects.toThrow(`${name} is ${JSON.stringify(value)}: expected`);
  });

  test("a failed answer is in the log but not in the recovered view", async () => {
    const store = createTestStore();
    const session = await open(store, { policy: { windowTokens: 100_000 } });
    await talk(session, 0, 12);
    const failed = { role: "assistant", parts: [], finishReason: "error" } as const;
    await session.append([userMessage("go on"), failed]);
    const { retry, view } = await session.recover(new Error("prompt is too long"));
    expect(retry).toBe(true);
    expect(view.messages.at(-1)).toEqual(userMessage("go on"));
    expect(
      (await entriesOf(store)).map((entry) => entry.type === "message" && entry.message),
    ).toContainEqual(failed);
    const again = await session.recover(new Error("prompt is too long"));
    expect(again).toMatchObject({ retry: false, outcome: { why: "already-recovered" } });
  });
});
