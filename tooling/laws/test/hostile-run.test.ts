import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../src/cases.ts";
import { hostileRuns } from "../src/fuzz/hostile-runs.ts";
import { play } from "../src/fuzz/play.ts";

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
