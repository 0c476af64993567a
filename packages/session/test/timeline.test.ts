import {
  assistantMessage,
  type Message,
  textOf,
  toolMessage,
  userMessage,
  type View,
} from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import type { Session } from "../src/session.ts";
import type { SessionStore } from "../src/store/contract.ts";
import { entriesOf, open } from "./support/conversation.ts";
import { createTestStore } from "./support/store.ts";

/** A turn of five messages and about 220 tokens. Every text contains its name. */
function turn(name: string): readonly Message[] {
  const call = { callId: name, name: "look", arguments: "{}" };
  const text = (what: string, size: number): string => `${name} ${what} ${"x".repeat(size)}`;
  return [
    userMessage(text("asks", 100)),
    assistantMessage(text("calls", 200), [call]),
    toolMessage(call, text("found", 300)),
    assistantMessage(text("thinks", 150)),
    assistantMessage(text("answers", 100)),
  ];
}

async function threeTurns(store: SessionStore): Promise<Session> {
  const session = await open(store, {
    policy: { windowTokens: 4_000, keep: { type: "tokens", tokens: 280 }, keepUserTokens: 0 },
    retention: "since-last-summary",
  });
  for (const name of ["A", "B", "C"]) await session.append(turn(name), { turnId: name });
  return session;
}

/** The messages of the view: the turn and the text, or `summary`. */
function picture({ messages }: View): readonly string[] {
  return messages.map((message) =>
    message.role === "user" && message.provenance === "summary"
      ? "summary"
      : textOf(message).split(" ").slice(0, 2).join(" "),
  );
}

/** The message before each cache point. */
function checkpoints(view: View): readonly string[] {
  const shown = picture(view);
  return view.cachePoints.map((place) => shown[place] ?? "nothing");
}

const WHOLE = ["asks", "calls", "found", "thinks", "answers"];
const whole = (name: string): readonly string[] => WHOLE.map((what) => `${name} ${what}`);

describe("the timeline before and after a compaction", () => {
  test("before: three complete turns, a checkpoint after the earlier turns and one at the tail", async () => {
    const session = await threeTurns(createTestStore());
    const view = session.view();
    expect(picture(view)).toEqual([...whole("A"), ...whole("B"), ...whole("C")]);
    expect(checkpoints(view)).toEqual(["B answers", "C asks", "C answers"]);
  });

  test("after, in memory: the log keeps turn A, and the view begins with the summary and has both checkpoints", async () => {
    const store = createTestStore();
    const session = await threeTurns(store);
    const { view } = await session.compact();
    expect(picture(view)).toEqual(["summary", "B thinks", "B answers", ...whole("C")]);
    expect(checkpoints(view)).toEqual(["summary", "B answers", "C asks", "C answers"]);
    const log = await entriesOf(store);
    expect(log.slice(0, 15).map(({ type }) => type)).toEqual(Array(15).fill("message"));
    expect(JSON.stringify(log[0])).toContain("A asks");
  });

  test("after the next load: summary, tail of turn B and turn C, with both checkpoints", async () => {
    const store = createTestStore();
    const session = await threeTurns(store);
    const { view: inMemory } = await session.compact();
    await session.endTurn();
    expect(session.view()).toEqual(inMemory);
    const log = await entriesOf(store);
    expect(JSON.stringify(log)).not.toContain("A found");
    expect(log.map(({ type }) => type)).toEqual([
      "tombstone",
      ...Array<string>(7).fill("message"),
      "compaction",
    ]);
    const next = await open(store);
    expect(picture(next.view())).toEqual(["summary", "B thinks", "B answers", ...whole("C")]);
    expect(checkpoints(next.view())).toEqual(["summary", "B answers", "C asks", "C answers"]);
  });

  test("every view has at most four checkpoints, on messages that stay, after any number of compactions", async () => {
    const session = await open(createTestStore(), {
      policy: { windowTokens: 1_200, keep: { type: "tokens", tokens: 400 } },
    });
    let compactions = 0;
    for (let number = 0; number < 20; number += 1) {
      for (const message of turn(`T${number}`)) {
        await session.append([message], { turnId: `T${number}` });
        if (message.role === "assistant") continue;
        const sources = [userMessage(`sources for ${number}`)];
        const { outcome, view } = await session.fit({ tail: sources, announce: sources });
        compactions += outcome.type === "compacted" ? 1 : 0;
        const { cachePoints, layers, messages } = view;
        const stays = layers.find(({ name }) => name === "progress")?.to ?? 0;
        const places = ["prefix", "history", "input", "progress"];
        const ends = layers.flatMap(({ name, to }) => (places.includes(name) ? [to - 1] : []));
        expect(cachePoints).toEqual([...new Set(ends.filter((end) => end >= 0))]);
        expect(cachePoints.at(-1)).toBe(stays - 1);
        expect(messages).toHaveLength(stays + 2);
        expect(cachePoints.length).toBeLessThanOrEqual(4);
      }
    }
    expect(compactions).toBeGreaterThan(3);
  });
});
