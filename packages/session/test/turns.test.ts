import {
  createCharacterEstimator,
  type Message,
  syntheticMessage,
  textOf,
  userMessage,
} from "@cutpoint/core";
import { beforeEach, describe, expect, test } from "vitest";
import { answer, call, result } from "../../../tooling/laws/src/generate/sized-messages.ts";
import { openSession } from "../src/open-session.ts";
import type { Session, SessionOptions } from "../src/session.ts";
import { readSummaries, readTurnLogs, type TurnLog } from "../src/turn-logs.ts";
import { offline } from "./support/summarizers.ts";
import { createTestStore, type TestStore } from "./support/store.ts";

let store: TestStore;
let clock: number;

beforeEach(() => {
  store = createTestStore();
  clock = 1_000;
});

function open(options: Partial<SessionOptions> = {}): Promise<Session> {
  return openSession({
    store,
    sessionId: "s",
    policy: { windowTokens: 1_200, keep: { type: "tokens", tokens: 200 } },
    estimator: createCharacterEstimator({ charactersPerToken: 4 }),
    now: () => (clock += 1),
    summarizer: offline(),
    ...options,
  });
}

/** A question, its tool calls and its answer: about 120 tokens. */
function turn(number: number): readonly Message[] {
  const callId = `c${number}`;
  return [
    userMessage(`question ${number}`),
    syntheticMessage(`gate ${number}`),
    call(callId),
    result(callId, 100),
    answer(2),
  ];
}

async function talk(session: Session, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number += 1)
    await session.append(turn(number), { turnId: `t${number}` });
}

function wordsOf({ items }: TurnLog): readonly string[] {
  return items.map(({ message }) => textOf(message));
}

describe("turns", () => {
  test("the turn log contains every round of a turn", async () => {
    const session = await open();
    const turnId = "t1";
    await session.append([userMessage("fix it")], { turnId });
    expect((await session.fit()).view.messages.map(textOf)).toEqual(["fix it"]);
    await session.append([syntheticMessage("the gate says yes")], { turnId });
    for (const round of ["a", "b"]) {
      const { view } = await session.fit();
      expect(view.layers.find(({ name }) => name === "input")).toMatchObject({ from: 0, to: 1 });
      await session.append([call(round), result(round, 1, round)], { turnId });
    }
    await session.append([answer(1)], { turnId });
    const reopened = await open();
    expect(reopened.view()).toEqual(session.view());
    const [log] = await readTurnLogs(store, "s");
    expect(log?.turnId).toBe(turnId);
    expect(log?.items.map(({ message }) => message)).toEqual(session.view().messages);
  });

  test("content of one request is not in the log and not in the next view", async () => {
    const session = await open();
    await session.append([userMessage("fix it")], { turnId: "t1" });
    const { view } = await session.fit({ tail: [syntheticMessage("a passing hint")] });
    expect(view.messages.map(textOf)).toEqual(["fix it", "a passing hint"]);
    await session.append([answer(1)], { turnId: "t1" });
    await session.endTurn();
    expect(session.view().messages.map(textOf)).toEqual(["fix it", "said"]);
    expect(JSON.stringify(store.entries)).not.toContain("a passing hint");
  });

  test("endTurn writes the last announcement before the answer, once", async () => {
    const session = await open();
    await session.append([userMessage("fix it")], { turnId: "t1" });
    await session.fit({ announce: [syntheticMessage("step 1 of 2")] });
    await session.append([call("a"), result("a", 1)], { turnId: "t1" });
    const { view } = await session.fit({ announce: [syntheticMessage("step 2 of 2")] });
    expect(view.messages.at(-1)).toEqual(syntheticMessage("step 2 of 2"));
    const ids = await session.endTurn([answer(1)]);
    expect(ids).toHaveLength(1);
    expect(store.entries.at(-1)?.id).toBe(ids[0]);
    const [log] = await readTurnLogs(store, "s");
    expect(log === undefined ? [] : wordsOf(log)).toEqual([
      "fix it",
      "",
      "data",
      "step 2 of 2",
      "said",
    ]);
    expect(log?.items.map(({ turnId }) => turnId)).toEqual(Array(5).fill("t1"));
    expect(await session.endTurn()).toEqual([]);
    expect(store.entries).toHaveLength(5);
  });

  test("an announcement that a later request omits is not written", async () => {
    const session = await open();
    await session.append([userMessage("fix it")], { turnId: "t1" });
    await session.fit({ announce: [syntheticMessage("step 1")] });
    await session.fit();
    await session.endTurn([answer(1)]);
    expect(JSON.stringify(store.entries)).not.toContain("step 1");
  });

  test("a check after the answer keeps the announcement pending", async () => {
    const session = await open();
    await session.append([userMessage("fix it")]);
    await session.fit({ announce: [syntheticMessage("step 1")] });
    await session.fit({ moment: "after-answer" });
    await session.endTurn([answer(1)]);
    expect(session.view().messages.map(textOf)).toEqual(["fix it", "step 1", "said"]);
  });

  test("disposal writes a pending announcement into the turn, once", async () => {
    const session = await open();
    await session.append([userMessage("fix it")], { turnId: "t1" });
    await session.fit({ announce: [syntheticMessage("step 1")] });
    await Promise.all([session[Symbol.asyncDispose](), session[Symbol.asyncDispose]()]);
    const [log] = await readTurnLogs(store, "s");
    expect(log === undefined ? [] : wordsOf(log)).toEqual(["fix it", "step 1"]);
  });

  test("a session whose announcement cannot be written is closed all the same", async () => {
    const session = await open();
    await session.append([userMessage("fix it")]);
    await session.fit({ announce: [syntheticMessage("step 1")] });
    store.append = async () => Promise.reject(new Error("full"));
    await expect(session[Symbol.asyncDispose]()).rejects.toThrow("full");
    expect(() => session.view()).toThrow(expect.objectContaining({ code: "closed" }));
  });

  test("an announcement that could not be written stays pending", async () => {
    const session = await open();
    await session.append([userMessage("fix it")]);
    await session.fit({ announce: [syntheticMessage("step 1")] });
    const broken = { role: "nobody" } as object as Message;
    await expect(session.endTurn([broken])).rejects.toMatchObject({ code: "invalid-input" });
    await session.endTurn();
    expect(session.view().messages.map(textOf)).toEqual(["fix it", "step 1"]);
  });

  test("a session renders its view once, and again only after a compaction or a hide", async () => {
    const session = await open();
    await session.append([userMessage("fix it"), call("a")]);
    /** A placeholder for a missing result: the same object only in a view that was not rendered again. */
    const standIn = (): Message | undefined =>
      session.view().messages.find(({ role }) => role === "tool");
    const built = standIn();
    await session.fit({ announce: [syntheticMessage("step 1")] });
    await session.append([userMessage("and?"), answer(1)]);
    await session.fit();
    expect(standIn()).toBe(built);
    await session.hide(store.entries[0]?.id ?? "", "[hidden]");
    expect(standIn()).not.toBe(built);
    expect(standIn()).toEqual(built);
  });
});

describe("turn logs and summaries", () => {
  test("readSummaries returns summaries, and turn logs contain none", async () => {
    const session = await open();
    await talk(session, 0, 12);
    expect((await session.fit()).outcome.type).toBe("compacted");
    await talk(session, 12, 13);
    const logs = await readTurnLogs(store, "s", { last: 100 });
    expect(logs).toHaveLength(13);
    expect(logs.flatMap(wordsOf).join("\n")).not.toContain("compacted");
    expect(logs.flatMap(({ items }) => items.map(({ message }) => message))).toEqual(
      Array.from({ length: 13 }, (_, number) => turn(number)).flat(),
    );
    const [indexed, ...others] = await readSummaries(store, "s");
    expect(others).toEqual([]);
    const entry = store.entries.find(({ type }) => type === "compaction");
    expect(indexed).toMatchObject({ entryId: entry?.id, at: entry?.at });
    expect(indexed?.summary).toContain("question");
    expect(indexed?.digest).not.toBeNull();
  });

  test("every summary names its turns and their time", async () => {
    const session = await open();
    await talk(session, 0, 12);
    const { outcome } = await session.fit();
    const [indexed] = await readSummaries(store, "s");
    const boundary = store.entries.findIndex(
      ({ id }) => outcome.type === "compacted" && id === outcome.receipt.compactedThrough,
    );
    expect(indexed?.compacted).toMatchObject({
      items: boundary + 1,
      from: store.entries[0]?.at,
      to: store.entries[boundary]?.at,
    });
    expect(indexed?.compacted?.turnIds.slice(0, 2)).toEqual(["t0", "t1"]);
  });

  test("reads the requested number of turn logs and summaries", async () => {
    const session = await open();
    await talk(session, 0, 12);
    await session.fit();
    await talk(session, 12, 24);
    await session.fit();
    expect((await readTurnLogs(store, "s", { last: 2 })).map(({ turnId }) => turnId)).toEqual([
      "t22",
      "t23",
    ]);
    expect(await readTurnLogs(store, "s")).toHaveLength(6);
    expect(await readSummaries(store, "s")).toHaveLength(2);
    const [last, ...older] = await readSummaries(store, "s", { last: 1 });
    expect(older).toEqual([]);
    expect(last?.entryId).toBe(store.entries.findLast(({ type }) => type === "compaction")?.id);
    expect(await readTurnLogs(store, "s", { last: 0 })).toEqual([]);
    expect(await readTurnLogs(createTestStore(), "s")).toEqual([]);
    await expect(readSummaries(store, "s", { last: 1.5 })).rejects.toMatchObject({
      code: "invalid-input",
    });
    await expect(readSummaries(store, "s", { last: -1 })).rejects.toMatchObject({
      code: "invalid-input",
    });
  });

  test("reading a turn log stops at the message before the turn", async () => {
    const session = await open();
    await talk(session, 0, 9);
    let reads = 0;
    const counting = {
      ...store,
      read: async function* (...options: Parameters<TestStore["read"]>) {
        for await (const entry of store.read(...options)) {
          reads += 1;
          yield entry;
        }
      },
    };
    await readTurnLogs(counting, "s", { last: 2 });
    expect(reads).toBe(11);
  });
});
