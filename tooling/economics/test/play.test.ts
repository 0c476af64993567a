import { createCharacterEstimator } from "@cutpoint/core";
import { readingOf } from "@cutpoint/eval";
import { expect, test } from "vitest";
import { generatedSession } from "../../../packages/eval/test/support/boats.ts";
import { conversationOf } from "../src/conversation.ts";
import { play } from "../src/play.ts";
import { summarize } from "../src/summarize.ts";
import { ways } from "../src/ways.ts";

const estimator = createCharacterEstimator();
const windowTokens = 2_000;
const conversation = conversationOf(readingOf(generatedSession(1), estimator));

test.each(ways().filter(({ fits }) => fits(windowTokens)))(
  "$name plays a conversation message by message",
  async (way) => {
    const played = await play(way, windowTokens, conversation, estimator);
    const mean = summarize([played]);
    expect(mean.compactions).toBeGreaterThan(2);
    expect(mean.cost).toBeGreaterThan(0.5);
    expect(mean.quality).toBeGreaterThan(0);
    expect(played.ledger.requests).toBe(conversation.requests.length);
    const isOurs = /^(default|summary)/.test(way.name);
    expect(mean.aboveWindow).toBeLessThanOrEqual(isOurs ? 0 : played.ledger.requests);
  },
);
