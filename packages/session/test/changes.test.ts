import { assistantMessage, createCharacterEstimator, userMessage } from "@cutpoint/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../tooling/laws/src/cases.ts";
import { openSession } from "../src/open-session.ts";
import type { Session } from "../src/session.ts";
import { offline } from "./support/summarizers.ts";
import { createTestStore } from "./support/store.ts";

type Change = (session: Session, id: string) => Promise<unknown>;

const CHANGES: Readonly<Record<string, Change>> = {
  ask: (session) => session.append([userMessage("Look at the door. ".repeat(9))]),
  answer: (session) => session.append([assistantMessage("It is open. ".repeat(9))]),
  pin: (session, id) => session.pin(id),
  "pin a message": (session) => session.pin(userMessage("Mind the step.")),
  unpin: (session, id) => session.unpin(id),
  hide: (session, id) => session.hide(id, "(hidden)"),
  "add a rule": (session, id) => session.addRule(`Use ${id.slice(-1)} tools.`),
  "remove a rule": (session, id) => session.removeRule(`Use ${id.slice(-1)} tools.`),
  note: (session) => session.note("label", "left"),
  "start a sub-agent": (session, id) =>
    session.note("sub-agent", { sessionId: id, state: "running" }),
  compact: (session) => session.compact(),
  revert: (session, id) => session.revert(id),
  pop: (session) => session.pop(),
  navigate: (session, id) => session.navigate(id),
};

type Step = { readonly change: string; readonly place: number; readonly isRead: boolean };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    change: fc.constantFrom("ask", "answer", "pin", ...Object.keys(CHANGES)),
    place: fc.nat({ max: 30 }),
    isRead: fc.boolean(),
  }),
  { maxLength: 30 },
);

/** Takes the steps, each with the session that is open or with a new one, and returns all that can be seen. */
async function trace(list: readonly Step[], isReopened: boolean): Promise<unknown> {
  const store = createTestStore();
  let count = 0;
  const open = (): Promise<Session> =>
    openSession({
      store,
      sessionId: "s",
      policy: { windowTokens: 600, keepUserTokens: 40 },
      estimator: createCharacterEstimator({ charactersPerToken: 4 }),
      summarizer: offline(),
      now: () => 1_700_000_000_000,
      newId: () => `e${(count += 1)}`,
    });
  let session = await open();
  const seen: unknown[] = [];
  for (const { change, isRead, place } of list) {
    if (isReopened) session = await open();
    const made = await CHANGES[change]?.(session, `e${place}`).catch(String);
    seen.push(made, session.rules());
    if (isRead) seen.push(session.view(), session.usage());
  }
  return { seen, entries: store.entries, view: session.view(), usage: session.usage() };
}

test("a session shows and writes what a newly opened one does", async () => {
  const property = fc.asyncProperty(steps, async (list) => {
    expect(await trace(list, false)).toEqual(await trace(list, true));
  });
  await fc.assert(property, cases(500));
});
