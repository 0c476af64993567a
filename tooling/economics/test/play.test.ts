import { createCharacterEstimator } from "@cutpoint/core";
import { readingOf } from "@cutpoint/eval";
import { expect, test } from "vitest";
import { generatedSession } from "../../../packages/eval/test/support/boats.ts";
import { conversationOf } from "../../../packages/eval/src/replay/conversation.ts";
import { replay } from "../../../packages/eval/src/replay/replay.ts";
import { dollarsOf } from "../src/dollars.ts";
import { summarize } from "../src/summarize.ts";
import { waysFor } from "../src/ways.ts";
import { someOf } from "../../laws/src/cases.ts";

const estimator = createCharacterEstimator();
const windowTokens = 2_000;
const conversation = conversationOf(readingOf(generatedSession(1), estimator));

test.each(someOf(waysFor(windowTokens)))(
  "$name plays a conversation message by message",
  async (way) => {
    const replayed = await replay(way.play(windowTokens), windowTokens, conversation, estimator);
    const played = { ...replayed, way: way.name, windowTokens, conversation: conversation.id };
    const mean = summarize([played]);
    expect(mean.compactions).toBeGreaterThan(2);
    expect(mean.cost).toBeGreaterThan(0.5);
    expect(mean.quality).toBeGreaterThan(0);
    expect(played.ledger.requests).toBe(conversation.requests.length);
    expect(mean.dollars["gpt-5"]).toBeGreaterThan(0);
    expect(() => dollarsOf(played.ledger, 1, "none")).toThrow("the prices of none are unknown");
    const isOurs = /^(default|summary)/.test(way.name);
    expect(mean.aboveWindow).toBeLessThanOrEqual(isOurs ? 0 : played.ledger.requests);
  },
);
