import {
  assistantMessage,
  CutpointError,
  type Summarizer,
  textOf,
  userMessage,
} from "@cutpoint/core";

import { expect, test } from "vitest";
import { openSession, type Session, type SessionEvent, type SessionOptions } from "../src/index.ts";
import { createTestStore } from "./support/store.ts";

/** A summarizer whose answers come when the test says so. */
function createSlowSummarizer() {
  const pending: { answer(): void; fail(): void; readonly signal: AbortSignal }[] = [];
  const summarizer: Summarizer = {
    name: "slow",
    async summarize(_request, signal) {
      const { promise, reject, resolve } = Promise.withResolvers<void>();
      const fail = () => reject(new CutpointError("summary-failed", "no answer"));
      pending.push({ answer: resolve, fail, signal });
      await promise;
      return { text: "## Goal\nWhat was said before.", method: "slow", calls: 1 };
    },
  };
  return { pending, summarizer };
}

async function open(options: Partial<SessionOptions>): Promise<Session> {
  const store = createTestStore();
  const policy = { windowTokens: 8_000 };
  const { summarizer } = createSlowSummarizer();
  return openSession({ store, sessionId: "a", summarizer, policy, background: true, ...options });
}

/** Lets work in the background continue, which other turns would do while they wait for a model. */
async function tick(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** The number of turns that a summary takes. */
const TURNS_OF_A_SUMMARY = 5;

test("no turn waits for a summary, and messages that arrive meanwhile are kept", async () => {
  const { pending, summarizer } = createSlowSummarizer();
  const events: SessionEvent[] = [];
  await using session = await open({ summarizer, onEvent: (event) => events.push(event) });
  const texts: string[] = [];
  let startedAt = 0;
  let applied = 0;
  let preparing = 0;
  const missing: string[] = [];
  for (let turn = 0; turn < 200; turn += 1) {
    texts.push(`Question ${turn}: ${"what about this? ".repeat(18)}`);
    await session.append([userMessage(texts.at(-1)!)]);
    await tick();
    const { outcome, view } = await session.fit(); // would never end if it waited for the summary
    if (outcome.type === "unchanged" && outcome.why === "preparing") preparing += 1;
    if (outcome.type === "compacted") {
      applied += 1;
      const shown = new Set(view.messages.map(textOf));
      missing.push(...texts.slice(startedAt).filter((text) => !shown.has(text)));
    }
    texts.push(`Answer ${turn}: ${"it is like that. ".repeat(12)}`);
    await session.append([assistantMessage(texts.at(-1)!)]);
    const [summary] = pending;
    if (summary === undefined) startedAt = texts.length;
    else if (texts.length >= startedAt + 2 * TURNS_OF_A_SUMMARY) {
      summary.answer();
      pending.shift();
      await tick();
    }
  }
  expect(missing).toEqual([]);
  expect(applied).toBeGreaterThan(4);
  expect(preparing).toBeGreaterThan(0);
  const steps = events.map(({ type }) => type).filter((type) => /prepared|applied|near/.test(type));
  expect(steps.slice(0, 6)).toEqual([
    "near-limit",
    "prepared",
    "applied",
    "near-limit",
    "prepared",
    "applied",
  ]);
});

async function fill(session: Session, summaries: readonly unknown[]): Promise<void> {
  for (let turn = 0; summaries.length === 0; turn += 1) {
    await session.append([userMessage(`Question ${turn}: ${"what about this? ".repeat(10)}`)]);
    await session.fit();
    await tick();
  }
}

test("a failed summary is made again at the trigger, which waits for it", async () => {
  const { pending, summarizer } = createSlowSummarizer();
  const types: string[] = [];
  await using session = await open({ summarizer, onEvent: ({ type }) => types.push(type) });
  await fill(session, pending);
  pending[0]?.fail();
  await tick();
  for (let turn = 0; ; turn += 1) {
    await session.append([userMessage(`Then ${turn}: ${"what about this? ".repeat(10)}`)]);
    if (session.usage().tokens > 6_000) break;
    await session.fit();
    expect(pending).toHaveLength(1);
  }
  expect(types).not.toContain("prepared");
  const fitted = session.fit();
  while (pending.length < 2) await tick();
  pending[1]?.answer();
  expect((await fitted).outcome).toMatchObject({ type: "compacted" });
});

test("disposing a session stops a preparation", async () => {
  const { pending, summarizer } = createSlowSummarizer();
  const session = await open({ summarizer });
  await fill(session, pending);
  expect(pending[0]?.signal.aborted).toBe(false);
  await session[Symbol.asyncDispose]();
  expect(pending[0]?.signal.aborted).toBe(true);
});
