import { assistantMessage, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { costOf } from "../src/replay/cost.ts";
import {
  addRequest,
  emptyLedger,
  FIXED_TOKENS,
  sharedTokens,
  tokensOf,
} from "../src/replay/ledger.ts";

const first = userMessage("Mend the boat before the regatta.");
const second = assistantMessage("It is mended.");
const WINDOW = 1_000;
const step = (...messages: Parameters<typeof tokensOf>[0]) => ({
  messages,
  isCompacted: false,
  calls: [],
});

test("a request shares the bytes at its start with the one before", () => {
  expect(sharedTokens([], [first])).toBe(0);
  expect(sharedTokens([first], [{ ...first }, second])).toBe(tokensOf([first]));
  expect(sharedTokens([second], [first])).toBe(0);
  const longer = userMessage("Mend the boat before the winter, and paint it.");
  expect(sharedTokens([first], [longer])).toBeGreaterThan(0);
  expect(sharedTokens([first], [longer, second])).toBeLessThan(tokensOf([longer]));
});

test("the first request is written, the next one reads it from the cache", () => {
  const ledger = emptyLedger();
  addRequest(ledger, step(first), [], WINDOW);
  expect(ledger).toMatchObject({ readTokens: 0, writtenTokens: FIXED_TOKENS + tokensOf([first]) });
  addRequest(ledger, step(first, second), [first], WINDOW);
  const added = tokensOf([second]);
  expect(ledger.readTokens).toBe(FIXED_TOKENS + tokensOf([first]));
  expect(ledger.writtenTokens).toBe(FIXED_TOKENS + tokensOf([first, second]));
  expect(ledger).toMatchObject({ requests: 2, aboveWindow: 0 });
  expect(costOf(ledger, added)).toBeCloseTo(
    (0.1 * ledger.readTokens + 1.25 * ledger.writtenTokens) / added,
  );
});

test("calls for summaries are paid: their input, from the cache or not, and their output", () => {
  const ledger = emptyLedger();
  const separate = { freshTokens: 1_000, cachedTokens: 0, outputTokens: 100 };
  addRequest(ledger, { ...step(first), isCompacted: true, calls: [separate] }, [first], WINDOW);
  expect(ledger).toMatchObject({ compactions: 1, summaryCalls: 1, freshTokens: 1_000 });
  expect(ledger).toMatchObject({ summaryReadTokens: 0, unchangedTokens: tokensOf([first]) });
  const aligned = { freshTokens: 50, cachedTokens: 1_000, outputTokens: 100 };
  addRequest(ledger, { ...step(first), calls: [aligned] }, [first], WINDOW);
  expect(ledger.summaryReadTokens).toBe(1_000 + FIXED_TOKENS);
  expect(ledger.outputTokens).toBe(200);
});
