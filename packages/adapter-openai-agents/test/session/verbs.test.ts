import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionStore } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { type AgentInputItem, MemorySession } from "@openai/agents-core";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { CompactingSession } from "../../src/session/compacting-session.ts";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import { anyItem } from "../support/arbitrary-item.ts";
import { createMemoryStore, entryTypes, outline, user } from "../support/session-run.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

const folder = mkdtempSync(join(tmpdir(), "cutpoint-agents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const answer = (text: string): AgentInputItem => ({
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text }],
});
const call = (callId: string): AgentInputItem => ({
  type: "function_call",
  callId,
  name: "look",
  arguments: "{}",
});
const result = (callId: string): AgentInputItem => ({
  type: "function_call_result",
  callId,
  name: "look",
  status: "completed",
  output: { type: "text", text: "found" },
});
const thought: AgentInputItem = {
  type: "reasoning",
  content: [{ type: "input_text", text: "hm" }],
};

const kinds: readonly (readonly [string, () => CompactingSession])[] = [
  ["a store", () => createCompactingSession({ store: createMemoryStore(), sessionId: "one" })],
  ["another session", () => createCompactingSession({ session: new MemorySession() })],
];

type Step =
  | { readonly type: "add"; readonly items: AgentInputItem[] }
  | { readonly type: "pop" }
  | { readonly type: "clear" };

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant("add" as const),
        items: fc.array(anyItem, { maxLength: 4 }),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ type: "pop" } as const) },
    { weight: 1, arbitrary: fc.constant({ type: "clear" } as const) },
  ),
  { maxLength: 12 },
);

describe.each(kinds)("a session over %s", (_name, create) => {
  test("behaves like the SDK's session before a compaction, in the order of the calls", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const session = create();
        const reference = new MemorySession();
        const done = await Promise.all(plan.map((step) => perform(session, step)));
        const wanted: unknown[] = [];
        for (const step of plan) wanted.push(await perform(reference, step));
        expect(done).toEqual(wanted);
        expect(await session.getItems()).toEqual(await reference.getItems());
        expect(await session.getAllItems()).toEqual(await reference.getItems());
      }),
      cases(100),
    );
  });

  test("returns new objects at each call", async () => {
    const session = create();
    await session.addItems([user("hello")]);
    const [first] = await session.getItems();
    Object.assign(first ?? {}, { content: "changed" });
    expect(outline(await session.getItems())).toEqual(["user: hello"]);
  });

  test("a limit returns at most that many items, and keeps calls with their results", async () => {
    const session = create();
    await session.addItems([user("hello"), answer("hi"), user("look")]);
    await session.addItems([
      thought,
      call("a"),
      call("b"),
      result("a"),
      result("b"),
      answer("there"),
    ]);
    const lengths: number[] = [];
    for (let limit = 0; limit <= 10; limit += 1)
      lengths.push((await session.getItems(limit)).length);
    expect(lengths).toEqual([0, 1, 1, 1, 1, 1, 6, 7, 8, 9, 9]);
  });

  test("reasoning that was added separately stays with the next item", async () => {
    const session = create();
    await session.addItems([user("hello"), thought]);
    await session.addItems([answer("hi")]);
    expect(outline(await session.getItems(1))).toEqual(["reasoning", "assistant: hi"]);
  });

  test("the newest unit is returned whole if it is larger than the limit", async () => {
    const session = create();
    await session.addItems([user("hello"), call("a"), result("a")]);
    expect(outline(await session.getItems(1))).toEqual([
      "function_call a",
      "function_call_result a",
    ]);
  });
});

async function perform(
  session: Pick<CompactingSession, "addItems" | "popItem" | "clearSession">,
  step: Step,
): Promise<unknown> {
  switch (step.type) {
    case "add":
      return session.addItems(step.items);
    case "pop":
      return session.popItem();
    case "clear":
      return session.clearSession();
  }
}

const stores: readonly (readonly [string, (name: string) => SessionStore])[] = [
  ["jsonl", (name) => createJsonlStore({ directory: join(folder, name) })],
  ["sqlite", (name) => createSqliteStore({ file: join(folder, `${name}.sqlite`) })],
];

describe.each(stores)("over %s", (name, open) => {
  test("another process sees added, popped and compacted items", async () => {
    const policy = { windowTokens: 4000 };
    let shown: AgentInputItem[];
    {
      await using store = open(name);
      await using session = createCompactingSession({ store, sessionId: "one", policy });
      for (let turn = 1; turn <= 20; turn += 1)
        await session.addItems([user(`question ${turn}`), answer(`answer ${turn} `.repeat(80))]);
      await session.runCompaction();
      await session.popItem();
      shown = await session.getItems();
    }
    await using store = open(name);
    await using session = createCompactingSession({ store, sessionId: "one", policy });
    expect(await session.getItems()).toEqual(shown);
    expect(shown.length).toBeLessThan(39);
    expect(shown[0]).toMatchObject({ role: "user" });
    expect(shown[0]).not.toHaveProperty("id");
    expect(await session.getAllItems()).toHaveLength(39);
    expect(await entryTypes(store, "one")).toContain("branch");
  });
});
