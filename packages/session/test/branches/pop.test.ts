import { isCutpointError, type Message, textOf, userMessage } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import type { Session } from "../../src/session.ts";
import { compactAll, entriesOf, open, talk, textsOf } from "../support/conversation.ts";
import { createTestStore } from "../support/store.ts";

async function say(session: Session, ...texts: readonly string[]): Promise<readonly string[]> {
  return session.append(texts.map((text) => userMessage(text)));
}

function said(message: Message | null): string | null {
  return message === null ? null : textOf(message);
}

describe("pop", () => {
  test("removes the newest message from the view, and the log keeps it", async () => {
    const store = createTestStore();
    const session = await open(store);
    const [a, b, c] = await say(session, "a", "b", "c");
    expect(said(await session.pop())).toBe("c");
    expect(textsOf(session)).toEqual(["a", "b"]);
    expect(store.entries.map(({ id }) => id).slice(0, 3)).toEqual([a, b, c]);
    expect(store.entries.at(-1)).toMatchObject({ type: "branch", parentId: b, from: c });
    expect((await open(store)).view()).toEqual(session.view());
    await session.navigate(c ?? "");
    expect(textsOf(session)).toEqual(["a", "b", "c"]);
  });

  test("goes back to the first message, and then returns null and writes nothing", async () => {
    const store = createTestStore();
    const session = await open(store);
    await say(session, "a", "b");
    expect([said(await session.pop()), said(await session.pop())]).toEqual(["b", "a"]);
    expect(session.view().messages).toEqual([]);
    const before = await entriesOf(store);
    expect(await session.pop()).toBeNull();
    expect(await entriesOf(store)).toEqual(before);
  });

  test("copies later pins, hides and sub-agents, except a pin of the message", async () => {
    const store = createTestStore();
    const session = await open(store);
    const [a = "", b = "", c = ""] = await say(session, "a", "b", "c");
    const kept = await session.pin(a);
    await session.pin(c);
    await session.hide(b, "[hidden]");
    await session.note("sub-agent", { sessionId: "helper", state: "running" });
    await session.pop();
    expect(textsOf(session)).toEqual(["a", "[hidden]"]);
    const state = await compactedState(session, store);
    expect(Object.values(state.pinned).concat(pinIds(state.prefix))).toEqual([kept]);
    expect(state.subAgents).toEqual(["helper"]);
  });

  test("a copied pin of a message that is not in the log survives a compaction", async () => {
    const store = createTestStore();
    const session = await open(store);
    await talk(session, 0, 12);
    await say(session, "newest");
    const pinId = await session.pin(userMessage("answer in French"));
    await session.pop();
    expect((await session.compact()).outcome.type).toBe("compacted");
    const again = await open(store);
    expect(again.view()).toEqual(session.view());
    const shown = (): string => JSON.stringify(again.view().messages);
    expect(shown()).toContain("answer in French");
    await again.unpin(pinId);
    expect(shown()).not.toContain("answer in French");
  });

  test("copies a later compaction that does not contain the message", async () => {
    const store = createTestStore();
    const session = await open(store);
    await talk(session, 0, 12);
    await say(session, "newest");
    expect((await session.compact()).outcome.type).toBe("compacted");
    const before = session.view();
    expect(said(await session.pop())).toBe("newest");
    expect(session.view().messages).toEqual(before.messages.slice(0, -1));
    expect((await open(store)).view()).toEqual(session.view());
    expect(session.view().warnings).toEqual([]);
    expect(session.usage().source).not.toBe("reported");
  });

  test("drops a compaction that contains the message", async () => {
    const store = createTestStore();
    const session = await open(store);
    const ids = await talk(session, 0, 12);
    const before = textsOf(session);
    expect(await compactAll(session, store)).toBe(ids.at(-1));
    expect(textsOf(session)).toEqual([]);
    expect(said(await session.pop())).toBe("answer 11");
    expect(textsOf(session)).toEqual(before.slice(0, -1));
  });

  test("does not reach past a reset", async () => {
    const store = createTestStore();
    const session = await open(store);
    await say(session, "a");
    await session.reset();
    const before = await entriesOf(store);
    expect(await session.pop()).toBeNull();
    expect(await entriesOf(store)).toEqual(before);
    await say(session, "b");
    expect(said(await session.pop())).toBe("b");
    expect(await session.pop()).toBeNull();
    expect(session.view().messages).toEqual([]);
  });

  test("pops a message that another writer has appended", async () => {
    const store = createTestStore();
    const session = await open(store);
    await say(session, "a");
    await say(await open(store), "b");
    expect(said(await session.pop())).toBe("b");
    expect(textsOf(session)).toEqual(["a"]);
  });

  test("called several times at once, removes one message each", async () => {
    const store = createTestStore();
    const session = await open(store);
    await say(session, "a", "b", "c", "d", "e");
    const popped = await Promise.all(Array.from({ length: 4 }, () => session.pop()));
    expect(new Set(popped.map(said))).toEqual(new Set(["b", "c", "d", "e"]));
    expect(textsOf(await open(store))).toEqual(["a"]);
  });

  test("in several sessions at once, removes each message once, and is a conflict or done", async () => {
    const store = createTestStore();
    const first = await open(store);
    await say(first, "a", "b", "c", "d", "e");
    const sessions = [first, await open(store), await open(store)];
    const results = await Promise.allSettled(sessions.map((session) => session.pop()));
    const popped = results.flatMap((one) => (one.status === "fulfilled" ? [said(one.value)] : []));
    const refused = results.flatMap((one): readonly unknown[] =>
      one.status === "rejected" ? [one.reason] : [],
    );
    expect(refused.filter((error) => !isCutpointError(error, "conflict"))).toEqual([]);
    expect(popped.length).toBeGreaterThan(0);
    expect(popped).toEqual(["e", "d", "c"].slice(0, popped.length));
    const left = ["a", "b", "c", "d", "e"].slice(0, 5 - popped.length);
    expect(textsOf(await open(store))).toEqual(left);
    expect(said(await first.pop())).toBe(left.at(-1));
  });
});

/** The state of a new compaction. */
async function compactedState(
  session: Session,
  store: ReturnType<typeof createTestStore>,
): Promise<Extract<(typeof store.entries)[number], { type: "compaction" }>["state"]> {
  await talk(session, 0, 12);
  expect((await session.compact()).outcome.type).toBe("compacted");
  const entry = store.entries.findLast(({ type }) => type === "compaction");
  if (entry?.type !== "compaction") throw new Error("nothing was compacted");
  return entry.state;
}

function pinIds(
  prefix: readonly { readonly kind: string; readonly sourceId: string | null }[],
): string[] {
  return prefix.filter(({ kind }) => kind === "pin").map(({ sourceId }) => sourceId ?? "");
}
