import { assistantMessage, toolMessage, userMessage } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { open, talk, turn } from "./support/conversation.ts";
import { createTestStore, type TestStore } from "./support/store.ts";

function newest(store: TestStore, type: "compaction" | "hide"): string {
  return store.entries.findLast((entry) => entry.type === type)?.id ?? "";
}

describe("the changes of a compaction", () => {
  test("list each item visible before it once, as kept or compacted", async () => {
    const store = createTestStore();
    const session = await open(store);
    const ids = await talk(session, 0, 12);
    await session.compact();
    const kept = session.view().ids.filter((id) => id !== null);
    const changes = await session.diff(newest(store, "compaction"));
    expect(changes.map(({ id }) => id)).toEqual(ids);
    for (const { id, state } of changes)
      expect(state).toBe(kept.includes(id) ? "kept" : "compacted");
    expect(kept.length).toBeGreaterThan(0);
  });

  test("list an item without its middle as truncated", async () => {
    const store = createTestStore();
    const session = await open(store);
    await talk(session, 0, 4);
    const call = { callId: "large", name: "read", arguments: "{}" };
    const [, , large = ""] = await session.append([
      userMessage("read it"),
      assistantMessage("", [call]),
      toolMessage(call, "x".repeat(6_000)),
    ]);
    const { outcome } = await session.compact();
    expect(outcome).toMatchObject({ receipt: { truncatedIds: [large] } });
    const changes = await session.diff(newest(store, "compaction"));
    expect(changes.find(({ id }) => id === large)?.state).toBe("truncated");
  });

  test("count a hidden item by its replacement", async () => {
    const store = createTestStore();
    const session = await open(store);
    const [, , result = ""] = await session.append(turn(0));
    await session.hide(result, "[hidden]");
    const byHide = await session.diff(newest(store, "hide"));
    expect(byHide.find(({ id }) => id === result)).toMatchObject({ state: "hidden" });
    await talk(session, 1, 12);
    await session.compact();
    const byCompaction = await session.diff(newest(store, "compaction"));
    const [before, after] = [byHide, byCompaction].map(
      (changes) => changes.find(({ id }) => id === result)?.tokens ?? 0,
    );
    expect(before).toBeGreaterThan(40);
    expect(after).toBeLessThan(20);
  });

  test("of an older compaction do not depend on later entries", async () => {
    const store = createTestStore();
    const session = await open(store);
    await talk(session, 0, 12);
    await session.compact();
    const id = newest(store, "compaction");
    const changes = await session.diff(id);
    await talk(session, 12, 24);
    await session.compact();
    expect(await session.diff(id)).toEqual(changes);
  });
});
