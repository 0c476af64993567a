import { createCharacterEstimator, syntheticMessage, textOf, userMessage } from "@cutpoint/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { answer } from "../../../tooling/laws/src/generate/sized-messages.ts";
import { openSession } from "../src/open-session.ts";
import { readTurnLogs } from "../src/turn-logs.ts";
import { createTestStore } from "./support/store.ts";
import { offline } from "./support/summarizers.ts";
import { cases } from "../../../tooling/laws/src/cases.ts";

/** What a host does between two turns. */
const steps = fc.array(
  fc.constantFrom("request", "announcing request", "check", "announcing check", "answer"),
  { maxLength: 8 },
);

test("what the last request announced is in the turn log once, however the turn ends", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom("endTurn", "disposal"), async (actions, end) => {
      const store = createTestStore();
      const session = await openSession({
        store,
        sessionId: "s",
        summarizer: offline(),
        policy: { windowTokens: 4_000 },
        estimator: createCharacterEstimator({ charactersPerToken: 4 }),
      });
      await session.append([userMessage("fix it")], { turnId: "t1" });
      let pending: string | null = null;
      for (const [step, action] of actions.entries()) {
        const text = `step ${step}`;
        const isAnnouncing = action.startsWith("announcing");
        const announced = isAnnouncing ? { announce: [syntheticMessage(text)] } : {};
        if (action.endsWith("request")) await session.fit(announced);
        if (action.endsWith("check")) await session.fit({ ...announced, moment: "after-answer" });
        if (action === "answer") await session.append([answer(1)], { turnId: "t1" });
        if (isAnnouncing) pending = text;
        else if (action === "request") pending = null;
      }
      if (end === "endTurn") await session.endTurn([answer(1)]);
      await session[Symbol.asyncDispose]();
      const [log] = await readTurnLogs(store, "s");
      const texts = log?.items.map(({ message }) => textOf(message)) ?? [];
      expect(texts.filter((text) => text.startsWith("step"))).toEqual(
        pending === null ? [] : [pending],
      );
    }),
    cases(100),
  );
});
