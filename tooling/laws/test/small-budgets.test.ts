import {
  type CompactMessagesOptions,
  createEstimator,
  type Message,
  textOf,
  type TokenEstimator,
} from "@cutpoint/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderPreamble } from "../../../packages/core/src/plan/summary-frame.ts";
import { cleanMessages } from "../src/generate/conversation.ts";
import { engine, estimator, type LawEngine, summarizer } from "../src/laws/engine.ts";
import { complaintOf, failureOf } from "../src/laws/proving.ts";

/** Tokens of the smallest summary. */
const SUMMARY_TOKENS = 16;

/** Tokens that every compaction keeps: system text, the last user message and the smallest summary. */
function neededTokens(messages: readonly Message[], by: TokenEstimator): number {
  const system = messages.filter(({ role }) => role === "system");
  const last = messages.findLast(isHuman);
  const opening = renderPreamble({ hasUserText: true, brief: true });
  const head: Message = {
    role: "user",
    provenance: "summary",
    parts: [
      { type: "text", text: opening },
      { type: "text", text: last === undefined ? "" : textOf(last) },
    ],
  };
  return [...system, head].reduce((sum, message) => sum + by.estimate(message), 0) + SUMMARY_TOKENS;
}

function isHuman(message: Message): boolean {
  return message.role === "user" && message.provenance === "user";
}

const estimators: fc.Arbitrary<TokenEstimator> = fc.constantFrom(estimator, createEstimator());

/** Conversations that do not end between calls and their results. */
const conversations: fc.Arbitrary<readonly Message[]> = fc
  .tuple(cleanMessages(), fc.nat(30))
  .map(([messages, end]) => {
    const ends = messages.flatMap(({ role }, place) =>
      messages[place + 1]?.role === "tool" || role === "system" ? [] : [place + 1],
    );
    return messages.slice(0, ends[end % ends.length]);
  });

/** If the last user message fits next to a line of summary, the result fits and contains it verbatim. */
function smallBudgetsAreKept({ compactMessages }: LawEngine): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(conversations, fc.nat(400), estimators, async (messages, more, by) => {
    const budgetTokens = neededTokens(messages, by) + more;
    const options: CompactMessagesOptions = { budgetTokens, estimator: by, summarizer };
    const { messages: sent } = await compactMessages(messages, options);
    const tokens = sent.reduce((sum, message) => sum + by.estimate(message), 0);
    expect(tokens, "over budget").toBeLessThanOrEqual(budgetTokens);
    const last = messages.findLast(isHuman);
    const said = sent.flatMap(({ parts }) => parts.map(textIn));
    expect(last === undefined || said.includes(textOf(last)), "the last words").toBe(true);
  });
}

function textIn(part: Message["parts"][number]): string {
  return part.type === "text" ? part.text : "";
}

describe("small budgets", () => {
  test("every budget that is large enough is accepted and not exceeded", async () => {
    expect(await failureOf(smallBudgetsAreKept(engine), 300)).toBeNull();
  });
});

describe("the law of small budgets detects", () => {
  test.each([["a frame of fixed size", 128, /budget-too-small|needs? about/]] as const)(
    "%s",
    async (_name, tokens, because) => {
      const roomy: LawEngine = {
        ...engine,
        compactMessages: (messages, options) =>
          engine.compactMessages(messages, {
            ...options,
            budgetTokens: Math.max(24, options.budgetTokens - tokens),
          }),
      };
      expect(await complaintOf(smallBudgetsAreKept(roomy))).toMatch(because);
    },
  );
});
