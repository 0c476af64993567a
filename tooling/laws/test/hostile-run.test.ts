import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../src/cases.ts";
import { hostileRuns, play } from "../src/fuzz/hostile-run.ts";

test("with any summarizer, views are valid, no item is lost, and compactions do not loop", async () => {
  const found = await fc.check(
    fc.asyncProperty(hostileRuns, async (run) => {
      const { violations } = await play(run);
      expect(violations).toEqual([]);
    }),
    cases(300),
  );
  expect(found.failed ? fc.defaultReportMessage(found) : null).toBeNull();
});
