import { isCutpointError } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import type { Session, SessionOptions } from "../src/session.ts";
import type { SessionStore } from "../src/store/contract.ts";
import { entriesOf, listener, open, talk, textsOf } from "./support/conversation.ts";
import { gated } from "./support/summarizers.ts";
import { createTestStore } from "./support/store.ts";
import type { SessionEvent } from "../src/session.ts";

const OVERFLOW = new Error("prompt is too long: 1300 tokens > 1200 maximum");

/** A sub-agent of a session, in the same store. */
async function child(
  store: SessionStore,
  parent: SessionOptions["parent"],
  options: Partial<SessionOptions> = {},
): Promise<Session> {
  return open(store, {
    sessionId: "child",
    ...(parent === undefined ? {} : { parent }),
    ...options,
  });
}

/** The running sub-agents in the newest state of the session `s`. */
async function running(store: SessionStore): Promise<readonly string[] | undefined> {
  const states = (await entriesOf(store)).flatMap((entry) =>
    entry.type === "compaction" ? [entry.state.subAgents] : [],
  );
  return states.at(-1);
}

describe("a sub-agent", () => {
  test("has its own log, linked to the parent's by a note in each", async () => {
    const store = createTestStore();
    const parent = await open(store);
    await talk(parent, 0, 12);
    const before = JSON.stringify(parent.view());
    const agent = await child(store, parent, { policy: { windowTokens: 1200, enabled: true } });
    await talk(agent, 20, 32);
    expect((await agent.fit()).outcome.type).toBe("compacted");
    expect(JSON.stringify(parent.view())).toBe(before);
    expect(JSON.stringify((await open(store)).view())).toBe(before);
    const [first] = await Array.fromAsync(store.read("child"));
    expect(first).toMatchObject({ type: "note", kind: "parent", value: "s", parentId: null });
    expect((await entriesOf(store)).at(-1)).toMatchObject({
      type: "note",
      kind: "sub-agent",
      value: { sessionId: "child", state: "running" },
    });
  });

  test("compacts at no threshold, unless its policy contains enabled: true", async () => {
    const store = createTestStore();
    const parent = await open(store);
    const agent = await child(store, parent);
    await talk(agent, 0, 12);
    expect((await agent.fit()).outcome).toEqual({ type: "unchanged", why: "not-checked-now" });
    const policy = { windowTokens: 1200 };
    const asked = await child(store, parent, { sessionId: "asked", policy: () => policy });
    await talk(asked, 0, 12);
    expect((await asked.fit()).outcome).toEqual({ type: "unchanged", why: "not-checked-now" });
    expect((await agent.compact()).outcome.type).toBe("compacted");
  });

  test("compacts after an overflow, unless its policy turns that off", async () => {
    const store = createTestStore();
    const parent = await open(store);
    const { events, onEvent } = listener();
    const agent = await child(store, parent, { onEvent });
    await talk(agent, 0, 12);
    const before = textsOf(agent);
    const { outcome, retry, view } = await agent.recover(OVERFLOW);
    expect({ type: outcome.type, retry }).toEqual({ type: "compacted", retry: true });
    expect(view.messages.length).toBeLessThan(before.length);
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["applied", "recovered"]),
    );
    expect((await agent.recover(new Error("503"))).outcome).toMatchObject({
      why: "not-an-overflow",
    });
    const off = { windowTokens: 1200, enabled: false };
    const own = await child(store, parent, { sessionId: "own", policy: off });
    await talk(own, 0, 12);
    expect(await own.recover(OVERFLOW)).toMatchObject({
      outcome: { type: "unchanged", why: "disabled" },
      retry: false,
    });
  });

  test("every event contains the ids of its session and of the parent", async () => {
    const store = createTestStore();
    const parentEvents: SessionEvent[] = [];
    const parent = await open(store, { onEvent: (event) => parentEvents.push(event) });
    const { events, onEvent } = listener();
    const agent = await child(store, parent, {
      onEvent,
      policy: { windowTokens: 1200, enabled: true },
    });
    const [root = ""] = await talk(agent, 0, 12);
    await agent.fit({ moment: "after-answer" });
    await agent.navigate(root, { summarize: true });
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["turn-ended", "started", "summarized", "applied", "navigated"]),
    );
    for (const event of events)
      expect(event).toMatchObject({ sessionId: "child", parentSessionId: "s" });
    await talk(parent, 0, 12);
    await parent.fit();
    expect(parentEvents.length).toBeGreaterThan(2);
    for (const event of parentEvents) {
      expect(event.sessionId).toBe("s");
      expect(event.parentSessionId).toBeUndefined();
    }
  });

  test("the ids of running sub-agents are in the parent's state and view, also after a revert", async () => {
    const store = createTestStore();
    const parent = await open(store);
    const one = await child(store, parent, { sessionId: "one" });
    const two = await child(store, parent, { sessionId: "two" });
    await talk(parent, 0, 12);
    await parent.fit();
    expect(await running(store)).toEqual(["one", "two"]);
    expect(textsOf(parent).join("\n")).toContain("Running sub-agents:\none\ntwo");
    const reopened = await open(store);
    await talk(reopened, 12, 24);
    const { outcome } = await reopened.fit();
    expect(outcome.type).toBe("compacted");
    expect(await running(store)).toEqual(["one", "two"]);
    await one[Symbol.asyncDispose]();
    await reopened.refresh();
    const newest = (await entriesOf(store)).findLast(({ type }) => type === "compaction");
    await reopened.revert(newest?.id ?? "");
    expect(await running(store)).toEqual(["two"]);
    await reopened.reset();
    expect(await running(store)).toEqual(["two"]);
    await two[Symbol.asyncDispose]();
    await talk(reopened, 24, 36);
    await reopened.refresh();
    await reopened.compact();
    expect(await running(store)).toBeUndefined();
    expect(textsOf(reopened).join("\n")).not.toContain("Running sub-agents");
  });

  test("a sub-agent that starts or ends during a compaction of the parent is recorded", async () => {
    const store = createTestStore();
    const summarizer = gated();
    const parent = await open(store, { summarizer });
    const one = await child(store, parent, { sessionId: "one" });
    await talk(parent, 0, 12);
    const fitting = parent.fit();
    await summarizer.started;
    await child(store, parent, { sessionId: "two" });
    await one[Symbol.asyncDispose]();
    summarizer.release();
    expect((await fitting).outcome.type).toBe("compacted");
    expect(await running(store)).toEqual(["two"]);
  });

  test("parent and sub-agent do not stop each other by a compaction, an abort or disposal", async () => {
    const store = createTestStore();
    const [forParent, forChild] = [gated(), gated()];
    const parent = await open(store, { summarizer: forParent });
    const agent = await child(store, parent, { summarizer: forChild });
    await talk(parent, 0, 12);
    await talk(agent, 0, 12);
    const compacting = agent.compact();
    await forChild.started;
    const fitting = parent.fit();
    await forParent.started;
    parent.abort();
    expect((await fitting).outcome.type).toBe("cancelled");
    await parent[Symbol.asyncDispose]();
    forChild.release();
    expect((await compacting).outcome.type).toBe("compacted");
    await agent[Symbol.asyncDispose]();
    expect(forChild.calls).toBe(1);
  });

  test("accepts the id of a parent in another process and rejects its own id", async () => {
    const store = createTestStore();
    const { events, onEvent } = listener();
    const agent = await child(store, { sessionId: "far" }, { onEvent });
    await talk(agent, 0, 12);
    await agent.compact();
    expect(events[0]?.parentSessionId).toBe("far");
    const wrong = child(store, { sessionId: "child" });
    await expect(wrong).rejects.toSatisfy((error) => isCutpointError(error, "invalid-input"));
  });
});
