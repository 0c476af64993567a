import { expect, test } from "vitest";
import type { ConformanceCase } from "../src/conformance-case.ts";
import { runCases } from "../src/run-cases.ts";

const endless: ConformanceCase<null> = {
  id: "endless",
  promise: "It ends.",
  run: () => new Promise(() => {}),
};
const quick: ConformanceCase<null> = { id: "quick", promise: "It ends.", run: async () => {} };

test("a case that does not end fails after its time, and the next one runs", async () => {
  const results = await runCases([endless, quick], null, { timeoutMs: 5 });
  expect(results).toMatchObject([
    { id: "endless", type: "fail", error: { message: "the case did not end within 5 ms" } },
    { id: "quick", type: "pass" },
  ]);
});
