import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  assistantMessage,
  type CompactionEvent,
  createCharacterEstimator,
  type Message,
  type Summarizer,
  textOf,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { createMemoryStore } from "@cutpoint/store-memory";
import { afterEach } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import { openSession } from "../../src/open-session.ts";
import type { Session, SessionOptions } from "../../src/session.ts";
import type { SessionStore } from "../../src/store/contract.ts";

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function jsonlStore(): Promise<SessionStore> {
  const directory = await mkdtemp(join(tmpdir(), "cutpoint-"));
  const store = createJsonlStore({ directory });
  cleanups.push(async () => {
    await store[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });
  return store;
}

/** The stores that need nothing but this machine. */
export const STORES: readonly (readonly [name: string, create: () => Promise<SessionStore>])[] = [
  ["memory", async () => createMemoryStore()],
  ["jsonl", jsonlStore],
];

/** The session `s` of a store, in a window of 1,200 tokens unless the options say otherwise. */
export async function open(
  store: SessionStore,
  options: Partial<SessionOptions> = {},
): Promise<Session> {
  const session = await openSession({
    store,
    sessionId: "s",
    policy: { windowTokens: 1200 },
    estimator: createCharacterEstimator({ charactersPerToken: 4 }),
    ...options,
  });
  cleanups.push(async () => {
    await session[Symbol.asyncDispose]();
  });
  return session;
}

/** A question, a call with its result, an answer: about 100 tokens. */
export function turn(number: number): readonly Message[] {
  const call = { callId: `c${number}`, name: "read", arguments: `{"path":"src/${number}.ts"}` };
  return [
    userMessage(`question ${number} ${"q".repeat(60)}`),
    assistantMessage("", [call]),
    toolMessage(call, "d".repeat(240)),
    assistantMessage(`answer ${number}`),
  ];
}

/** Appends turns and gives the ids of their messages. */
export async function talk(session: Session, from: number, to: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = from; number < to; number += 1)
    ids.push(...(await session.append(turn(number))));
  return ids;
}

export async function entriesOf(
  store: SessionStore,
  order: "oldest-first" | "newest-first" = "oldest-first",
): Promise<readonly Entry[]> {
  return Array.fromAsync(store.read("s", { order }));
}

export async function typesOf(store: SessionStore): Promise<readonly string[]> {
  return (await entriesOf(store)).map((entry) => entry.type);
}

/** The texts of what the model would be sent. */
export function textsOf(session: Session): readonly string[] {
  return session.view().messages.map(textOf);
}

/** A summarizer that says when and how often it is asked, and waits until it is let go on. */
export function gated(): Summarizer & {
  readonly started: Promise<void>;
  release(): void;
  calls: number;
} {
  let release = (): void => undefined;
  let begin = (): void => undefined;
  const opened = new Promise<void>((resolve) => (release = resolve));
  const started = new Promise<void>((resolve) => (begin = resolve));
  return {
    name: "gated",
    calls: 0,
    started,
    release: () => release(),
    async summarize() {
      this.calls += 1;
      begin();
      await opened;
      return { text: "what was said before", method: "gated", calls: 1 };
    },
  };
}

/** A listener that keeps the types of what it is told. */
export function listener(): {
  readonly onEvent: (event: CompactionEvent) => void;
  readonly events: CompactionEvent[];
  types(): readonly string[];
} {
  const events: CompactionEvent[] = [];
  return {
    events,
    onEvent: (event) => events.push(event),
    types: () => events.map((event) => event.type),
  };
}
