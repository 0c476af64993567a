import {
  assistantMessage,
  createCharacterEstimator,
  type Message,
  textOf,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { onTestFinished } from "vitest";
import type { SessionEvent } from "../../src/session.ts";
import type { Entry } from "../../src/log/entry.ts";
import { openSession } from "../../src/open-session.ts";
import type { Session, SessionOptions } from "../../src/session.ts";
import type { SessionStore } from "../../src/store/contract.ts";
import { offline } from "./summarizers.ts";

/** The session `s` of a store, by default in a window of 1,200 tokens with an offline summarizer. */
export async function open(
  store: SessionStore,
  options: Partial<SessionOptions> = {},
): Promise<Session> {
  const session = await openSession({
    store,
    sessionId: "s",
    policy: { windowTokens: 1200 },
    estimator: createCharacterEstimator({ charactersPerToken: 4 }),
    summarizer: offline(),
    ...options,
  });
  // A hook of this module would run for the first file of a worker only. Closing fails again if the test saw it fail.
  onTestFinished(async () => {
    await Promise.allSettled([session[Symbol.asyncDispose]()]);
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

/** Appends turns and returns the ids of their messages. */
export async function talk(session: Session, from: number, to: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = from; number < to; number += 1)
    ids.push(...(await session.append(turn(number))));
  return ids;
}

/** Writes a compaction of everything, as another release may do. */
export async function compactAll(session: Session, store: SessionStore): Promise<string> {
  const head = (await entriesOf(store)).at(-1)?.id ?? null;
  const newest = session.view().ids.findLast((id) => id !== null) ?? "";
  const state = { ...emptyState(), compactedThrough: newest, lastSeenId: newest };
  const link = { id: `after-${newest}`, parentId: head, at: 1 };
  await store.append(
    session.sessionId,
    [{ ...link, type: "compaction", reason: "manual", state, receipt: null }],
    { expectedHead: head },
  );
  await session.refresh();
  return newest;
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

/** The texts of the view. */
export function textsOf(session: Session): readonly string[] {
  return session.view().messages.map(textOf);
}

/** A listener that records the types of events. */
export function listener(): {
  readonly onEvent: (event: SessionEvent) => void;
  readonly events: SessionEvent[];
  types(): readonly string[];
} {
  const events: SessionEvent[] = [];
  return {
    events,
    onEvent: (event) => events.push(event),
    types: () => events.map((event) => event.type),
  };
}
