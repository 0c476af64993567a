import { userMessage } from "@cutpoint/core";
import { transcriptText } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { foldTranscript } from "../../src/model/windows.ts";
import { estimator, itemsOf, turns } from "../support/conversation.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

test("every window fits, every item is in one, in order, and only a lone item is truncated", () => {
  const law = fc.property(
    fc.array(fc.string({ maxLength: 3_000, unit: "binary" }), { maxLength: 30 }),
    fc.integer({ min: 20, max: 1_200 }),
    (texts, maxTokens) => {
      const items = itemsOf(...texts.map(userMessage));
      const windows = foldTranscript(items, { maxTokens, estimator });
      expect(windows.flatMap((window) => window.items)).toEqual(items);
      for (const { items: told, text, tokens } of windows) {
        expect(tokens).toBe(estimator.estimateText(text));
        expect(tokens).toBeLessThanOrEqual(maxTokens);
        const whole = transcriptText(told, {});
        const isTruncated = told.length === 1 && estimator.estimateText(whole) > maxTokens;
        expect(isTruncated || text === whole).toBe(true);
      }
    },
  );
  const found = fc.check(law, cases(200));
  expect(fc.defaultReportMessage(found) ?? null).toBeNull();
});

test("a conversation that fits is one window", () => {
  const items = turns(1, 20).slice(0, 3);
  const windows = foldTranscript(items, { maxTokens: 1_000, estimator });
  expect(windows).toHaveLength(1);
  expect(windows[0]?.items).toEqual(items);
  expect(windows[0]?.text).toMatch(
    /^\[User\]: [\s\S]*\n\n\[Assistant tool calls\]: read\(.*\)\n\n\[Tool result\]: /u,
  );
});
