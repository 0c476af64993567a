import { createCharacterEstimator, userMessage } from "@cutpoint/core";
import type { NavigateResult } from "../../src/branches/navigate.ts";
import type { SessionEvent } from "../../src/session.ts";
import type { BranchEntry } from "../../src/log/entry.ts";
import { openSession } from "../../src/open-session.ts";
import type { Session, SessionOptions } from "../../src/session.ts";
import { createTestStore, type TestStore } from "./store.ts";
import { scripted } from "./summarizers.ts";

/** A session whose entries have the ids `1`, `2`, … in the order written. */
export type Tree = {
  readonly session: Session;
  readonly store: TestStore;
  readonly events: SessionEvent[];
  /** Appends one message for each name and returns their ids. */
  say(...texts: readonly string[]): Promise<readonly string[]>;
};

export async function tree(options: Partial<SessionOptions> = {}): Promise<Tree> {
  const store = createTestStore();
  const events: SessionEvent[] = [];
  const session = await openSession({
    store,
    sessionId: "s",
    estimator: createCharacterEstimator({ charactersPerToken: 4 }),
    policy: { windowTokens: 100_000 },
    summarizer: scripted("They tried it."),
    onEvent: (event) => events.push(event),
    ...counting(store),
    ...options,
  });
  return {
    session,
    store,
    events,
    say: (...texts) => session.append(texts.map((text) => userMessage(text))),
  };
}

/** Ids and times that continue those in the store. */
export function counting(store: TestStore): Pick<SessionOptions, "newId" | "now"> {
  let count = store.entries.length;
  return { newId: () => String((count += 1)), now: () => count };
}

/** The entry that a navigation wrote. */
export function navigationOf(navigated: NavigateResult): BranchEntry {
  if (navigated.type === "navigated") return navigated.entry;
  throw new Error(`the navigation was ${navigated.type}`);
}
