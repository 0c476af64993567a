import {
  type AgentInputItem,
  isSessionHistoryRewriteAwareSession,
  isSessionHistoryTransactionAwareSession,
  MemorySession,
  type SessionHistoryTransaction,
} from "@openai/agents-core";
import { describe, expect, test } from "vitest";
import type { StoredSession } from "../../src/session/compacting-session.ts";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import {
  agentWith,
  blocks,
  answers,
  createMemoryStore,
  entryTypes,
  looks,
  outline,
  providerOf,
  quiet,
  Runner,
  runOnce,
  ScriptedModel,
  user,
} from "../support/session-run.ts";
import { EAGER, talk } from "../support/run-agent.ts";

const append = (...items: AgentInputItem[]): SessionHistoryTransaction => ({
  type: "append_items",
  items,
});

const replace = (
  expectedSuffix: AgentInputItem[],
  ...replacement: AgentInputItem[]
): SessionHistoryTransaction => ({ type: "replace_suffix", expectedSuffix, replacement });

const call = (callId: string, at: string): Extract<AgentInputItem, { type: "function_call" }> => ({
  type: "function_call",
  callId,
  name: "look",
  status: "completed",
  arguments: JSON.stringify({ at }),
});

function begin(store = createMemoryStore()): { store: typeof store; session: StoredSession } {
  return { store, session: createCompactingSession({ store, sessionId: "one" }) };
}

describe("history transactions of a session over a store", () => {
  test("are found by the SDK, also around a session that has them", () => {
    const { session } = begin();
    const around = createCompactingSession({ session: new MemorySession() });
    for (const found of [session, around]) {
      expect(isSessionHistoryTransactionAwareSession(found)).toBe(true);
      expect(isSessionHistoryRewriteAwareSession(found)).toBe(true);
    }
  });

  test("append once for each operation id, also in a new process", async () => {
    const { session, store } = begin();
    await session.addItems([user("start")]);
    const args = { operationId: "op-1", transaction: append(user("committed")) };
    await session.applyHistoryTransaction(args);
    await session.applyHistoryTransaction(structuredClone(args));
    await session.addItems([user("later")]);
    await begin(store).session.applyHistoryTransaction(args);
    const items = [user("start"), user("committed"), user("later")];
    expect(await begin(store).session.getItems()).toEqual(items);
  });

  test("are remembered after a pop, and forgotten after a clear", async () => {
    const { session } = begin();
    const args = { operationId: "op-1", transaction: append(user("committed")) };
    await session.applyHistoryTransaction(args);
    expect(await session.popItem()).toEqual(user("committed"));
    await session.applyHistoryTransaction(args);
    expect(await session.getItems()).toEqual([]);
    await session.clearSession();
    await session.applyHistoryTransaction(args);
    expect(await session.getItems()).toEqual([user("committed")]);
  });

  test("write the items and the operation id in one batch", async () => {
    const { session, store } = begin();
    const batches: number[] = [];
    const recorded = new Proxy(store, {
      get(target, key): unknown {
        if (key !== "append") return Reflect.get(target, key, target);
        return async (...args: Parameters<typeof store.append>) => {
          batches.push(args[1].length);
          return target.append(...args);
        };
      },
    });
    await session.addItems([user("blocked")]);
    const transaction = replace([user("blocked")], user("accepted"), user("more"));
    await begin(recorded).session.applyHistoryTransaction({ operationId: "op-1", transaction });
    expect(batches).toEqual([4]);
    expect(await entryTypes(store, "one")).toEqual([
      "message",
      "branch",
      "message",
      "message",
      "note",
    ]);
  });

  test("replace an exact suffix, and only once", async () => {
    const { session } = begin();
    await session.addItems([user("start"), user("blocked"), call("a", "here")]);
    const suffix = [user("blocked"), call("a", "here")];
    const args = { operationId: "op-1", transaction: replace(suffix, user("accepted")) };
    await session.applyHistoryTransaction(args);
    await session.addItems([user("later")]);
    await session.applyHistoryTransaction(args);
    expect(await session.getItems()).toEqual([user("start"), user("accepted"), user("later")]);
  });

  test.each([
    ["another item", [user("different")]],
    ["more items than there are", [user("before"), user("start")]],
    ["an older item", [user("start"), user("end"), user("start")]],
  ])("with %s as suffix change nothing and do not use up the id", async (_name, suffix) => {
    const { session, store } = begin();
    await session.addItems([user("start")]);
    await expect(
      session.applyHistoryTransaction({
        operationId: "op-1",
        transaction: replace(suffix, user("x")),
      }),
    ).rejects.toThrow("suffix no longer matches");
    expect(await entryTypes(store, "one")).toEqual(["message"]);
    const transaction = replace([user("start")], user("accepted"));
    await session.applyHistoryTransaction({ operationId: "op-1", transaction });
    expect(await session.getItems()).toEqual([user("accepted")]);
  });

  test("with a used id and other content are refused", async () => {
    const { session } = begin();
    await session.applyHistoryTransaction({ operationId: "op-1", transaction: append() });
    const other = { operationId: "op-1", transaction: append(user("unexpected")) };
    await expect(session.applyHistoryTransaction(other)).rejects.toThrow("already applied");
    expect(await session.getItems()).toEqual([]);
  });

  const secret = Symbol("api-key-secret");
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  test.each([
    ["an empty id", { operationId: " ", transaction: append() }],
    ["an unknown type", { operationId: "op", transaction: { type: "api-key-secret" } }],
    ["no transaction", { operationId: "op", transaction: null }],
    ["a number as item", { operationId: "op", transaction: { type: "append_items", items: [42] } }],
    [
      "a symbol",
      {
        operationId: "op",
        transaction: append({ ...user("api-key-secret"), providerData: { secret } }),
      },
    ],
    ["a cycle", { operationId: "op", transaction: append({ ...user("x"), providerData: cycle }) }],
    ["another field", { operationId: "op", transaction: { ...append(user("x")), at: 1 } }],
    [
      "an accessor that throws",
      {
        get operationId(): string {
          throw new Error("api-key-secret");
        },
        transaction: append(),
      },
    ],
  ])("with %s are refused, and the error hides the content", async (_name, args) => {
    const { session } = begin();
    const failure: unknown = await session
      .applyHistoryTransaction(args as Parameters<typeof session.applyHistoryTransaction>[0])
      .then(
        () => null,
        (error: unknown) => error,
      );
    expect(failure).toBeInstanceOf(Error);
    expect(String(failure)).not.toContain("api-key-secret");
    expect(await session.getItems()).toEqual([]);
  });

  test("replace a suffix behind a compaction, and the summary stays", async () => {
    const store = createMemoryStore();
    const session = createCompactingSession({ store, sessionId: "one", policy: EAGER });
    await session.addItems(talk(12));
    await session.runCompaction({ force: true });
    const [summary] = await session.getItems();
    const last = (await session.getAllItems()).slice(-1);
    const transaction = replace(last, user("accepted"));
    await session.applyHistoryTransaction({ operationId: "op-1", transaction });
    const items = await session.getItems();
    expect(items[0]).toEqual(summary);
    expect(items.at(-1)).toEqual(user("accepted"));
    expect(items.length).toBeLessThan(12);
  });
});

describe("history mutations of a session over a store", () => {
  test("replace a call, and remove further calls with its id", async () => {
    const { session } = begin();
    await session.addItems([user("start"), call("a", "old"), call("a", "again"), user("end")]);
    await session.applyHistoryMutations({
      mutations: [{ type: "replace_function_call", callId: "a", replacement: call("a", "new") }],
    });
    expect(await session.getItems()).toEqual([user("start"), call("a", "new"), user("end")]);
  });

  test("without effect write nothing", async () => {
    const { session, store } = begin();
    await session.addItems([user("start"), call("a", "old")]);
    for (const mutations of [
      [],
      [{ type: "replace_function_call" as const, callId: "b", replacement: call("b", "new") }],
    ])
      await session.applyHistoryMutations({ mutations });
    expect(await entryTypes(store, "one")).toEqual(["message", "message"]);
  });

  test("of a compacted call undo that compaction", async () => {
    const store = createMemoryStore();
    const session = createCompactingSession({ store, sessionId: "one", policy: EAGER });
    const result: AgentInputItem = {
      type: "function_call_result",
      callId: "a",
      name: "look",
      status: "completed",
      output: "found",
    };
    await session.addItems([user("start"), call("a", "old"), result, ...talk(12)]);
    await session.runCompaction({ force: true });
    expect(await session.getItems()).not.toContainEqual(call("a", "old"));
    await session.applyHistoryMutations({
      mutations: [{ type: "replace_function_call", callId: "a", replacement: call("a", "new") }],
    });
    const items = [user("start"), call("a", "new"), result, ...talk(12)];
    expect(await session.getItems()).toEqual(items);
    expect(await session.getAllItems()).toEqual(items);
  });
});

describe.each([false, true])("streamed: %s", (isStreamed) => {
  test("a run that an output guardrail blocks is stored as in the SDK's own session", async () => {
    const outlines: (readonly string[])[] = [];
    for (const session of [begin().session, new MemorySession()]) {
      const model = new ScriptedModel([looks("a"), answers("secret"), answers("fine")]);
      const runner = new Runner({ modelProvider: providerOf(model), ...quiet });
      const agent = agentWith({ outputGuardrails: [blocks] });
      await expect(runOnce(runner, "hello", { session, isStreamed, agent })).rejects.toThrow(
        "guardrail",
      );
      await runOnce(runner, "go on", { session, isStreamed, agent: agentWith() });
      outlines.push(outline(await session.getItems()));
    }
    const [ours, theirs] = outlines;
    expect(ours).toEqual(theirs);
    expect(ours).toContain("function_call_result a");
    expect(ours).not.toContain("assistant: secret");
  });
});
