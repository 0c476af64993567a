import { createCharacterEstimator, type TokenEstimator } from "@cutpoint/core";
import { expect, test } from "vitest";
import { open, talk } from "./support/conversation.ts";
import { createTestStore } from "./support/store.ts";

/** Each message is estimated once. A placeholder is estimated only if a result is missing. */
const ESTIMATES_A_TURN = 4;

/** An estimator that counts its calls. */
function counting(): TokenEstimator & { asked: number } {
  const plain = createCharacterEstimator({ charactersPerToken: 4 });
  return {
    name: plain.name,
    asked: 0,
    estimateText: (text) => plain.estimateText(text),
    estimate(message) {
      this.asked += 1;
      return plain.estimate(message);
    },
  };
}

test("opening a session measures nothing, and a check measures each message once", async () => {
  const store = createTestStore();
  const writing = await open(store);
  await talk(writing, 0, 5);
  const estimator = counting();
  const session = await open(store, { estimator });
  const { messages } = session.view();
  await talk(session, 5, 6);
  expect(session.view().messages.length).toBeGreaterThan(messages.length);
  expect(estimator.asked).toBe(0);

  session.usage();
  expect(estimator.asked).toBe(6 * ESTIMATES_A_TURN);
  session.usage();
  expect(estimator.asked).toBe(6 * ESTIMATES_A_TURN);
  await talk(session, 6, 7);
  session.usage();
  expect(estimator.asked).toBe(7 * ESTIMATES_A_TURN);

  await writing.refresh();
  expect(session.usage()).toEqual(writing.usage());
});
