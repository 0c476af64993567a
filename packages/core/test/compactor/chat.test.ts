import { expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import { type Message, userMessage } from "../../src/message/message.ts";
import type { CompactionState } from "../../src/message/state.ts";
import { parseState } from "../../src/schema/state-schema.ts";
import {
  answer,
  call,
  itemsOf,
  result,
  words,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine, scripted } from "./scripted.ts";

const talk = (turns: number): readonly Message[] =>
  Array.from({ length: turns }, (_, turn) => [
    userMessage(`turn ${turn} ${words(60)}`),
    answer(60),
  ]).flat();

type Compacted = {
  readonly state: CompactionState | null;
  readonly isChat: boolean | undefined;
};

async function compacted(
  messages: readonly Message[],
  state: CompactionState | null = null,
): Promise<Compacted> {
  const summarizer = scripted();
  const policy = {
    windowTokens: 20_000,
    keep: { type: "tokens", tokens: 300 } as const,
    keepUserTokens: 100,
  };
  const compactor = createCompactor(engine({ policy, summarizer }));
  const fitted = await compactor.fit({ items: itemsOf(...messages), state }, { force: true });
  expect(fitted.outcome.type).toBe("compacted");
  return { state: fitted.state, isChat: summarizer.requests[0]?.isChat };
}

test("a long chat without tools stays a chat, however few messages a compaction adds", async () => {
  const first = await compacted(talk(25));
  expect([first.isChat, first.state?.isChat]).toEqual([true, true]);
  const second = await compacted(talk(32), first.state);
  expect([second.isChat, second.state?.isChat]).toEqual([true, true]);
});

test("messages of earlier compactions count", async () => {
  const first = await compacted(talk(15));
  expect([first.isChat, first.state?.isChat]).toEqual([false, undefined]);
  const second = await compacted(talk(22), first.state);
  expect([second.isChat, second.state?.isChat]).toEqual([true, true]);
});

test("a tool call ends a chat for good", async () => {
  const { state: before } = await compacted(talk(25));
  const withTool = [...talk(30), call("c"), result("c", 60)];
  const first = await compacted([...withTool, ...talk(10)], before);
  expect([first.isChat, first.state?.isChat]).toEqual([false, false]);
  const second = await compacted([...withTool, ...talk(60)], first.state);
  expect([second.isChat, second.state?.isChat]).toEqual([false, false]);
});

test("a state without the field is read, and decided by its digest and its items", async () => {
  const { state } = await compacted(talk(25));
  const { isChat: _, ...old } = state as CompactionState;
  expect(parseState(old)).toEqual(old);
  expect((await compacted(talk(32), old)).isChat).toBe(true);
  const digest = { ...old.digest, filesRead: ["a.ts"] } as CompactionState["digest"];
  expect((await compacted(talk(32), { ...old, digest })).isChat).toBe(false);
});
