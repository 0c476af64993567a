import { userMessage } from "@cutpoint/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { call, human, itemsOf, result } from "../../core/test/conversation.ts";
import { estimator } from "../../core/test/summary/request.ts";
import { foldTranscript } from "../src/model/windows.ts";

test("every window fits, every item is in one, in order, and only lone giants are clamped", () => {
  const law = fc.property(
    fc.array(fc.string({ maxLength: 3_000, unit: "binary" }), { maxLength: 30 }),
    fc.integer({ min: 20, max: 1_200 }),
    (texts, maxTokens) => {
      const items = itemsOf(...texts.map(userMessage));
      const windows = foldTranscript(items, { maxTokens, estimator });
      expect(windows.flatMap((window) => window.items)).toEqual(items);
      for (const { clampedId, items: told, text, tokens } of windows) {
        expect(tokens).toBe(estimator.estimateText(text));
        expect(tokens).toBeLessThanOrEqual(maxTokens);
        expect([null, ...told.map(({ id }) => id)]).toContain(clampedId);
      }
    },
  );
  const found = fc.check(law, { numRuns: 200 });
  expect(fc.defaultReportMessage(found) ?? null).toBeNull();
});

test("what fits is one window, with the text of the whole", () => {
  const items = itemsOf(human(10), call("a"), result("a", 20));
  const windows = foldTranscript(items, { maxTokens: 1_000, estimator });
  expect(windows).toHaveLength(1);
  expect(windows[0]?.items).toEqual(items);
  expect(windows[0]?.text).toMatch(
    /^\[User\]: [\s\S]*\n\n\[Assistant tool calls\]: read\(\)\n\n\[Tool result\]: /u,
  );
});
