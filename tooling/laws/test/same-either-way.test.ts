import type { CompactionState, FitOptions, History, Item, Policy } from "@cutpoint/core";
import { foldEntries, type MessageEntry, type Session } from "@cutpoint/session";
import { sortedJson } from "@cutpoint/host-kit";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanMessages } from "../src/generate/conversation.ts";
import { hostileMessages } from "../src/generate/history.ts";
import { engine, estimator, type LawEngine, summarizer } from "../src/laws/engine.ts";
import { complaintOf, failureOf } from "../src/laws/proving.ts";
import { type ArrayStore, createArrayStore } from "../src/reference/array-store.ts";

type Step = {
  readonly messages: number;
  readonly call: "fit" | "force" | "recover";
  readonly reopens: boolean;
  readonly tools: boolean;
};

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record(
    {
      messages: fc.integer({ min: 1, max: 9 }),
      call: fc.constantFrom<Step["call"][]>("fit", "fit", "force", "recover"),
      reopens: fc.boolean(),
      tools: fc.boolean(),
    },
    { noNullPrototype: true },
  ),
  { minLength: 2, maxLength: 6 },
);

const OVERFLOW = Object.assign(new Error("prompt is too long: 9000 tokens > 8000 maximum"), {
  status: 400,
});

/** A session that is reopened at any time and a compactor with the same items and state produce the same bytes. */
function sameEitherWay({ openSession, createCompactor }: LawEngine): fc.IAsyncProperty<unknown> {
  const conversations = fc.oneof(cleanMessages({ minTurns: 3 }), hostileMessages);
  const windows = fc.integer({ min: 600, max: 3_000 });
  return fc.asyncProperty(conversations, steps, windows, async (said, steps, windowTokens) => {
    const store = createArrayStore();
    const options = { policy: { windowTokens }, estimator, summarizer };
    let count = 0;
    const open = (): Promise<Session> =>
      openSession({
        ...options,
        store,
        sessionId: "s",
        now: () => 1_700_000_000_000 + store.entries.length,
        newId: () => `e${(count += 1)}`,
      });
    const compactor = createCompactor(options);
    let session = await open();
    let state: CompactionState | null = null;
    let told = 0;
    for (const step of steps) {
      await session.append(said.slice(told, told + step.messages));
      told += step.messages;
      if (step.reopens) session = await open();
      const history: History = { items: itemsOf(store), state };
      const request: FitOptions = {
        force: step.call === "force",
        ...(step.tools ? { tools: [{ name: "read" }] } : {}),
      };
      const before = JSON.stringify(compactor.usage(history, request));
      same("usage", JSON.stringify(session.usage(request)), before);
      const ours =
        step.call === "recover"
          ? await session.recover(OVERFLOW, request)
          : await session.fit(request);
      const theirs =
        step.call === "recover"
          ? await compactor.recover(history, OVERFLOW, request)
          : await compactor.fit(history, request);
      same("the view", JSON.stringify(ours.view), JSON.stringify(theirs.view));
      same("the outcome", withoutEntryId(ours.outcome), withoutEntryId(theirs.outcome));
      // Notes of a session may change the fields of a state in another order.
      same("the mark", sortedJson(stateOf(store)), sortedJson(theirs.state));
      state = theirs.state;
    }
    same("the view", JSON.stringify((await open()).view()), JSON.stringify(session.view()));
  });
}

function itemsOf({ entries }: ArrayStore): readonly Item[] {
  return entries
    .filter((entry): entry is MessageEntry => entry.type === "message")
    .map(({ id, message, at, stale }) => ({
      id,
      message,
      at,
      ...(stale === true ? { stale } : {}),
    }));
}

function stateOf({ entries }: ArrayStore): CompactionState | null {
  return foldEntries(entries.toReversed()).state;
}

function same(what: string, ours: string, theirs: string): void {
  if (ours === theirs) return;
  let at = 0;
  while (ours[at] === theirs[at]) at += 1;
  const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 120);
  throw new Error(
    `same either way: ${what} of the session is …${around(ours)}…, of the engine …${around(theirs)}…`,
  );
}

/** Only an outcome of a session names the entry of its compaction. */
function withoutEntryId(outcome: object): string {
  return JSON.stringify({ ...outcome, entryId: undefined });
}

describe("session and compactor", () => {
  test("a session and a compactor produce the same bytes", async () => {
    expect(await failureOf(sameEitherWay(engine), 100)).toBeNull();
  });
});

describe("the law detects", () => {
  const variants: readonly (readonly [string, LawEngine["openSession"], RegExp])[] = [
    [
      "a session with another policy",
      (options) =>
        engine.openSession({
          ...options,
          policy: { ...(options.policy as Policy), keep: { type: "tokens", tokens: 40 } },
        }),
      /same either way/,
    ],
    [
      "a session that uses the oldest state of a log",
      (options) =>
        engine.openSession({
          ...options,
          store: {
            ...options.store,
            read: async function* (sessionId, how) {
              const all = await Array.fromAsync(options.store.read(sessionId, how));
              const oldest = all.findLast((entry) => entry.type === "compaction");
              for (const entry of all)
                yield entry.type === "compaction" && oldest?.type === "compaction"
                  ? { ...entry, state: oldest.state }
                  : entry;
            },
          },
        }),
      /same either way/,
    ],
    [
      "a session that omits a message",
      async (options) => {
        const session = await engine.openSession(options);
        return {
          ...session,
          fit: async (request) => {
            const fitted = await session.fit(request);
            const { messages, ids } = fitted.view;
            return {
              ...fitted,
              view: { ...fitted.view, messages: messages.slice(1), ids: ids.slice(1) },
            };
          },
        };
      },
      /the view of the session/,
    ],
    [
      "a session that counts tools that are not sent",
      async (options) => {
        const session = await engine.openSession(options);
        return { ...session, usage: () => session.usage() };
      },
      /usage of the session/,
    ],
  ];

  test.each(variants)("%s", async (_name, openSession, because) => {
    expect(await complaintOf(sameEitherWay({ ...engine, openSession }))).toMatch(because);
  });
});
