import {
  assistantMessage,
  type Item,
  type SummaryRequest,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import type { TranscriptOptions } from "@cutpoint/core/kit";
import { describe, expect, test } from "vitest";
import { createModelSummarizer } from "../../src/model/model-summarizer.ts";
import { sectionsText } from "../../src/prompt/sections.ts";
import { TURN_SECTIONS } from "../../src/prompt/turn-prefix-prompt.ts";
import {
  answering,
  instantly,
  itemsOf,
  never,
  requestFor,
  summaryWith,
} from "../support/conversation.ts";

/** Ten calls with results of 12,000 characters each. */
const items: readonly Item[] = itemsOf(
  userMessage("Read them all."),
  ...Array.from({ length: 10 }, (_, place) => {
    const call = { callId: `c${place}`, name: "read", arguments: `{"path":"src/${place}.ts"}` };
    return [assistantMessage("I read.", [call]), toolMessage(call, "word ".repeat(2_400))];
  }).flat(),
);
const forms = {
  history: { items },
  "a split turn": { items: [], turnPrefix: items },
  "history and a split turn": { items: items.slice(0, 9), turnPrefix: items.slice(9) },
} satisfies Record<string, Partial<SummaryRequest>>;

/** Returns the length of the longest tool result of each request, in characters. */
async function resultsSent(
  request: Partial<SummaryRequest>,
  windowTokens: number,
  transcript?: TranscriptOptions,
): Promise<readonly number[]> {
  const complete = answering(`${summaryWith()}\n\n${sectionsText(TURN_SECTIONS)}`);
  const summarizer = createModelSummarizer({
    complete,
    windowTokens,
    sleep: instantly(),
    ...(transcript === undefined ? {} : { transcript }),
  });
  await summarizer.summarize(requestFor({ maxCalls: 40, ...request }), never);
  return complete.asked.map(({ prompt }) =>
    Math.max(
      ...prompt
        .split("[Tool result]: ")
        .slice(1)
        .map((text) => text.search(/\n\n\[|\n</u)),
    ),
  );
}

describe("the length of tool results in a request", () => {
  test.each(Object.entries(forms))("%s: as long as one call can hold", async (_, request) => {
    expect(await resultsSent(request, 400_000)).toEqual([12_000]);
    const [longest = 0, ...others] = await resultsSent(request, 20_000);
    expect(longest).toBeGreaterThan(3_900);
    expect(longest).toBeLessThan(4_100);
    expect(others).toEqual([]);
  });

  test("is at most 2,000 characters if there are several calls", async () => {
    const [longest, ...others] = await resultsSent(forms.history, 5_500);
    expect(longest).toBeLessThan(2_100);
    expect(others).not.toEqual([]);
  });

  test.each(Object.entries(forms))("%s: a limit of the caller holds", async (_, request) => {
    const [longest = 0] = await resultsSent(request, 400_000, { maxResultCharacters: 3_000 });
    expect(longest).toBeGreaterThan(2_900);
    expect(longest).toBeLessThan(3_100);
  });
});
