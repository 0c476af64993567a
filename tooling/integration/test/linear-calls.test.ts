import {
  assistantMessage,
  createCompactor,
  type Item,
  type Message,
  userMessage,
} from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { eraseEntries, openSession, type Session } from "@cutpoint/session";
import { createMemoryStore, type MemoryStore } from "@cutpoint/store-memory";
import { describe, expect, test } from "vitest";
import { growthOf } from "../../laws/src/laws/growth.ts";

const summarizer = createExtractiveSummarizer();
/** No compaction is due in it. */
const policy = { windowTokens: 50_000_000 };

const spoken = (place: number): Message =>
  place % 2 === 0 ? userMessage(`Look at ${place}.`) : assistantMessage(`It is ${place}.`);

type Opened = {
  readonly session: Session;
  readonly store: MemoryStore;
  readonly ids: readonly string[];
};

async function opened(count: number): Promise<Opened> {
  const store = createMemoryStore();
  const session = await openSession({ store, sessionId: "s", summarizer, policy });
  const messages = Array.from({ length: count }, (_, place) => spoken(place));
  return { session, store, ids: await session.append(messages) };
}

/** The calls for each message of a session. */
const EACH: Readonly<Record<string, (session: Session, id: string) => Promise<unknown>>> = {
  append: (session) => session.append([spoken(0)]),
  hide: (session, id) => session.hide(id, "(hidden)"),
  "hide and append": async (session, id) => {
    await session.hide(id, "(hidden)");
    await session.append([spoken(0)]);
  },
  pin: (session, id) => session.pin(id),
  "pin again": async (session, id) => [await session.pin(id), await session.pin(id)],
  "pin a message": (session) => session.pin(spoken(0)),
  "pin and unpin": async (session, id) => session.unpin(await session.pin(id)),
  "add and remove a rule": async (session) => {
    await session.addRule("Be brief.");
    await session.removeRule("Be brief.");
  },
  note: (session, id) => session.note("label", id),
  "start a sub-agent": (session, id) =>
    session.note("sub-agent", { sessionId: id, state: "running" }),
  usage: async (session) => session.usage(),
  plan: (session) => session.plan(),
  subscribe: async (session) => session.subscribe(() => undefined)(),
  "branch at the start": async (session) => {
    await session.navigate(null);
    await session.append([spoken(0)]);
  },
};

/** The calls for a whole session. */
const ONCE: Readonly<Record<string, (given: Opened) => Promise<unknown>>> = {
  "view a session": async ({ session }) => session.view(),
  "compact, compare and revert": async ({ session }) => {
    const { outcome } = await session.compact();
    const entryId = "entryId" in outcome ? outcome.entryId : "";
    await session.diff(entryId);
    await session.revert(entryId);
  },
  erase: ({ ids, store }) => eraseEntries(store, "s", ids),
  "list branches": async ({ ids, session }) => {
    await session.navigate(ids[1] ?? null);
    await session.branches();
  },
};

describe("time grows with the number", () => {
  test.each(Object.entries(EACH))("of calls: %s", async (_, call) => {
    const path = async ({ length }: string): Promise<void> => {
      const { ids, session } = await opened(length / 100);
      for (const id of ids) await call(session, id);
      session.view();
    };
    expect(await growthOf(path, "x")).toBeNull();
  });

  test.each(Object.entries(ONCE))("of messages: %s", async (_, call) => {
    const path = async ({ length }: string): Promise<unknown> => call(await opened(length / 100));
    expect(await growthOf(path, "x")).toBeNull();
  });

  test("of large results that are shown in part", async () => {
    const intake = { above: 100, preview: 50 };
    const compactor = createCompactor({ summarizer, policy: { ...policy, intake } });
    const text = "A line of a file.\n".repeat(100);
    const path = ({ length }: string): unknown => {
      const calls = Array.from({ length: length / 400 }, (_, place) => `c${place}`);
      const messages: readonly Message[] = [
        userMessage("Go."),
        {
          role: "assistant",
          parts: calls.map((callId) => ({
            type: "tool-call",
            callId,
            name: "read",
            arguments: "{}",
          })),
        },
        ...calls.map((callId): Message => ({
          role: "tool",
          callId,
          name: "read",
          parts: [{ type: "text", text: `${callId}\n${text}` }],
        })),
      ];
      const items = messages.map((message, place): Item => ({ id: `i${place}`, message }));
      return compactor.fit({ items, state: null });
    };
    expect(await growthOf(path, "x")).toBeNull();
  });
});
