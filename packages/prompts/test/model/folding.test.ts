import { type Item, type SummaryRequest, userMessage } from "@cutpoint/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Complete } from "../../src/model/completion.ts";
import { createModelSummarizer } from "../../src/model/model-summarizer.ts";
import { classicSections } from "../../src/prompt/sections.ts";
import {
  answering,
  estimator,
  finished,
  instantly,
  itemsOf,
  never,
  requestFor,
  summaryWith,
  turns,
} from "../support/conversation.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

const sections = classicSections;
const answer = summaryWith("x", sections);

function tokensOf({
  prompt,
  system,
}: {
  readonly prompt: string;
  readonly system: string;
}): number {
  return estimator.estimateText(system) + estimator.estimateText(prompt);
}

/** A provider with a window that the summarizer does not know. */
function strict(windowTokens: number): Complete & { readonly sizes: number[]; refused: number } {
  const state = { sizes: [] as number[], refused: 0 };
  const complete: Complete = async (prompt, { maxTokens }) => {
    const tokens = tokensOf(prompt);
    if (tokens + maxTokens > windowTokens) {
      state.refused += 1;
      throw Object.assign(
        new Error(`prompt is too long: ${tokens} tokens > ${windowTokens} maximum`),
        { status: 400 },
      );
    }
    state.sizes.push(tokens);
    return finished(answer);
  };
  return Object.assign(complete, state, {
    get refused() {
      return state.refused;
    },
  });
}

function folding(
  complete: Complete,
  windowTokens: number | undefined,
  request: Partial<SummaryRequest>,
): Promise<unknown> {
  const summarizer = createModelSummarizer({
    complete,
    sections,
    sleep: instantly(),
    ...(windowTokens === undefined ? {} : { windowTokens }),
  });
  return summarizer
    .summarize(requestFor({ maxTokens: 300, maxCalls: 40, ...request }), never)
    .catch((error: unknown) => error);
}

describe("folding", () => {
  test("a conversation that does not fit is summarized in windows, each with the previous summary", async () => {
    const complete = answering(
      summaryWith("one", sections),
      summaryWith("two", sections),
      summaryWith("three", sections),
    );
    const summary = await folding(complete, 4_000, { items: turns(30) });
    expect(summary).toMatchObject({ text: expect.stringContaining("three") as string });
    expect(complete.asked.length).toBeGreaterThan(2);
    expect(complete.asked[0]?.prompt).not.toContain("<previous-summary>\n");
    expect(complete.asked[1]?.prompt).toContain("- one");
    expect(complete.asked[2]?.prompt).toContain("- two");
    const all = complete.asked.map(({ prompt }) => prompt).join("\n");
    for (let turn = 1; turn <= 30; turn += 1) expect(all.split(`line ${turn}: `)).toHaveLength(2);
  });

  test("no request exceeds the window minus its answer", async () => {
    const law = fc.asyncProperty(
      fc.array(fc.string({ maxLength: 6_000 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 2_000, max: 9_000 }),
      fc.option(fc.constant(answer), { nil: null }),
      fc.nat(3),
      async (texts, windowTokens, previousSummary, split) => {
        const items = texts.map((text, index): Item => ({
          id: String(index),
          message: userMessage(`${index} ${text}`),
        }));
        const sent: { readonly tokens: number; readonly maxTokens: number }[] = [];
        const complete: Complete = async (prompt, { maxTokens }) => {
          sent.push({ tokens: tokensOf(prompt), maxTokens });
          return finished(
            prompt.prompt.includes("## Original Request")
              ? "## Original Request\nx\n## Early Progress\n- x\n## Context for Suffix\n- x"
              : answer,
          );
        };
        await folding(complete, windowTokens, {
          items: items.slice(split),
          turnPrefix: items.slice(0, split),
          previousSummary,
        });
        for (const { maxTokens, tokens } of sent)
          if (tokens + maxTokens > windowTokens)
            throw new Error(`${tokens} + ${maxTokens} tokens for a window of ${windowTokens}`);
        return sent.length > 0;
      },
    );
    const found = await fc.check(law, cases(200));
    expect(fc.defaultReportMessage(found) ?? null).toBeNull();
  });

  test("after an overflow the next request has half the text", async () => {
    const complete = strict(3_000);
    const summary = await folding(complete, undefined, { items: turns(24) });
    expect(summary).toMatchObject({ text: answer });
    expect(complete.sizes.length).toBeGreaterThan(2);
    for (const size of complete.sizes) expect(size).toBeLessThanOrEqual(2_700);
  });

  test("an overflow at the smallest size is a failure", async () => {
    const complete = strict(200);
    expect(await folding(complete, undefined, { items: turns(24) })).toMatchObject({
      code: "summary-failed",
      failure: { fault: "overflow" },
    });
    expect(complete.sizes).toEqual([]);
  });

  test("a message that is larger than the window is truncated", async () => {
    const text = `FIRST ${"middle ".repeat(9_000)} LAST`;
    const complete = answering(answer);
    await folding(complete, 3_500, { items: itemsOf(userMessage(text)) });
    expect(complete.asked).toHaveLength(1);
    expect(complete.asked[0]?.prompt).toContain("[User]: FIRST");
    expect(complete.asked[0]?.prompt).toContain("LAST\n</conversation>");
    expect(complete.asked[0]?.prompt).toContain("characters left out");
  });

  test("with more windows than calls the transcript is shortened, or it fails before any call", async () => {
    const complete = answering(answer);
    expect(await folding(complete, 4_000, { items: turns(12, 400), maxCalls: 4 })).toMatchObject({
      text: answer,
    });
    expect(complete.asked.length).toBeLessThanOrEqual(4);
    const none = answering(answer);
    expect(await folding(none, 4_000, { items: turns(400), maxCalls: 4 })).toMatchObject({
      failure: { fault: "too-many-calls" },
    });
    expect(none.asked).toHaveLength(0);
  });

  test("a window without room for a conversation is a failure before any call", async () => {
    const complete = answering(answer);
    expect(await folding(complete, 900, { items: turns(3) })).toMatchObject({
      failure: { fault: "no-room" },
    });
    expect(complete.asked).toHaveLength(0);
  });

  test("a rejected answer is not part of the next window", async () => {
    const complete = answering(summaryWith("one", sections), "There is nothing to summarize.");
    expect(await folding(complete, 4_000, { items: turns(20) })).toMatchObject({
      failure: {
        fault: "empty-conversation",
        attempts: [{ fault: null }, { fault: "empty-conversation" }],
      },
    });
    expect(complete.asked).toHaveLength(2);
  });
});
