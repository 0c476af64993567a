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

describe("an overflow of a sub-agent", () => {
  test("ends with one event, and its own manual compaction with another", async () => {
    const store = createTestStore();
    const parent = await open(store);
    const told = listener();
    const agent = await open(store, { ...told, sessionId: "agent", parent });
    await talk(agent, 0, 12);
    const { outcome, retry } = await agent.recover(new Error("prompt is too long"));
    expect({ outcome, retry }).toEqual({
      outcome: { type: "unchanged", why: "delegated-to-parent" },
      retry: false,
    });
    expect(told.types()).toEqual(["delegated-to-parent"]);
    await agent.compact();
    expect(told.types().slice(1)).toEqual(["started", "planned", "summarized", "applied"]);
  });
});

function copied(one: PreparedCompaction): PreparedCompaction {
  return JSON.parse(JSON.stringify(one)) as PreparedCompaction;
}
