import { type PreparedCompaction, userMessage } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import type { Session } from "../src/session.ts";
import { listener, open, talk, textsOf } from "./support/conversation.ts";
import { createTestStore } from "./support/store.ts";

async function prepared(session: Session): Promise<PreparedCompaction> {
  const made = await session.prepare();
  if (made.type !== "prepared") throw new Error(`nothing was prepared: ${made.type}`);
  return made;
}

describe("a prepared compaction", () => {
  test("can be stored as JSON and applied by another session, with messages that arrived", async () => {
    const store = createTestStore();
    const first = await open(store);
    await talk(first, 0, 12);
    const text = JSON.stringify(await prepared(first));
    await first.append([userMessage("meanwhile")]);
    await first[Symbol.asyncDispose]();

    const second = await open(store);
    const { outcome, view } = await second.apply(JSON.parse(text) as PreparedCompaction);
    expect(outcome).toMatchObject({ type: "compacted", receipt: { reason: "manual" } });
    expect(textsOf(second).at(-1)).toBe("meanwhile");
    expect(view).toEqual(second.view());
    expect((await open(store)).view()).toEqual(view);
  });

  test("leads to the same state if it was stored as JSON", async () => {
    const states = await Promise.all(
      [(one: PreparedCompaction) => one, copied].map(async (passed) => {
        const store = createTestStore();
        let count = 0;
        const session = await open(store, { newId: () => `${(count += 1)}`, now: () => 1 });
        await talk(session, 0, 12);
        await session.apply(passed(await prepared(session)));
        return store.entries.at(-1);
      }),
    );
    expect(states[0]).toMatchObject({ type: "compaction" });
    expect(states[1]).toEqual(states[0]);
  });

  test("is a conflict after a reset if it was stored as JSON", async () => {
    const store = createTestStore();
    const session = await open(store);
    await talk(session, 0, 12);
    const made = copied(await prepared(session));
    await session.reset();
    const { outcome } = await session.apply(made);
    expect(outcome).toMatchObject({ type: "failed", error: { code: "conflict" } });
    expect(session.view().messages).toEqual([]);
  });
});

describe("the entry of a compaction", () => {
  test("is named by the outcome and by the event, for a diff and a revert", async () => {
    const store = createTestStore();
    const told = listener();
    const session = await open(store, told);
    await talk(session, 0, 12);
    const before = session.view().messages;
    const { outcome } = await session.compact();
    const entryId = outcome.type === "compacted" ? outcome.entryId : "";
    expect(told.events.find(({ type }) => type === "applied")).toMatchObject({ entryId });
    const changes = await session.diff(entryId);
    expect(changes.some(({ state }) => state === "compacted")).toBe(true);
    await session.revert(entryId);
    expect(session.view().messages).toEqual(before);
  });
});

function copied(one: PreparedCompaction): PreparedCompaction {
  return JSON.parse(JSON.stringify(one)) as PreparedCompaction;
}
