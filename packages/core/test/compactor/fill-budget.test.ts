import { describe, expect, test } from "vitest";
import { answer, call, result } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { compactMessages } from "../../src/compactor/compact-messages.ts";
import { estimatedLimit } from "../../src/compactor/estimated-limit.ts";
import { type Message, userMessage } from "../../src/message/message.ts";
import type { Summarizer } from "../../src/summary/summarizer.ts";
import { createEstimator, messagesTokens } from "../../src/tokens/estimator.ts";
import { scripted } from "./scripted.ts";

const estimator = createEstimator();
const said = "they read all of the files and went home after that. ";
const path = "/srv/kx-41/zq/main.ts:17\n";

/** A summarizer that repeats a text until a share of its room is full. */
function repeating(text: string, share = 0.98): Summarizer {
  return {
    ...scripted(text),
    offline: true,
    summarize: async ({ maxTokens }) => {
      const one = estimator.estimateText(text.repeat(100)) / 100;
      const count = Math.floor((share * maxTokens) / one);
      return { text: text.repeat(count), method: "repeating", calls: 0 };
    },
  };
}

function conversationOf(text: string): readonly Message[] {
  return Array.from({ length: 40 }, (_, turn) => [
    userMessage(text.repeat(20)),
    call(`c${turn}`, "read", "{}"),
    result(`c${turn}`, 100),
    answer(20),
  ]).flat();
}

describe("fillBudget", () => {
  const budgetTokens = 4_000;
  const usedBy = async (conversation: string, summary: Summarizer): Promise<number> => {
    const messages = conversationOf(conversation);
    const compacted = await compactMessages(messages, { budgetTokens, summarizer: summary });
    expect(compacted.receipt).not.toBeNull();
    const tokens = messagesTokens(compacted.messages, estimator);
    return tokens / estimatedLimit(compacted.messages, budgetTokens, estimator);
  };

  test.each([
    ["paths about sentences", said, path],
    ["sentences about paths", path, said],
    ["sentences about sentences", said, said],
  ])("fills the limit of the result and stays within it: %s", async (_, conversation, summary) => {
    const used = await usedBy(conversation, repeating(summary));
    expect(used).toBeGreaterThan(0.985);
    expect(used).toBeLessThanOrEqual(1);
  });

  test("asks a summarizer a few times, and once if it is a model", async () => {
    const rooms: number[] = [];
    const stubborn: Summarizer = {
      ...scripted(said),
      offline: true,
      async summarize({ maxTokens }) {
        rooms.push(maxTokens);
        return { text: said, method: "stubborn", calls: 0 };
      },
    };
    await usedBy(path, stubborn);
    expect(rooms.length).toBeLessThanOrEqual(5);
    const model = scripted(said);
    await usedBy(path, model);
    expect(model.requests).toHaveLength(1);
  });
});
