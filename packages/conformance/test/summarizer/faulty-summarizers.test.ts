import { AssertionError } from "node:assert/strict";
import { describe, expect, test } from "vitest";
import { summarizerCases } from "../../src/summarizer-cases.ts";
import { describeSummarizerConformance } from "../../src/vitest.ts";
import { faultySummarizers } from "../support/summarizer/faulty-summarizers.ts";
import { extractiveRig, modelRig } from "../support/summarizer/rigs.ts";

describeSummarizerConformance("the extractive summarizer", extractiveRig);
describeSummarizerConformance("a summarizer with a model", modelRig);

describe("every case can fail", () => {
  const ids = summarizerCases.map(({ id }) => id);

  test("ids of cases are unique", () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(ids)("a faulty summarizer fails %s", (id) => {
    expect(faultySummarizers.filter(({ foundBy }) => foundBy === id)).not.toEqual([]);
  });

  test.each(faultySummarizers)("$foundBy fails for a summarizer that $fault", async (faulty) => {
    const found = summarizerCases.find(({ id }) => id === faulty.foundBy);
    if (found === undefined) throw new Error(`unknown case ${faulty.foundBy}`);
    expect(found.notApplicable?.(faulty.rig) ?? null).toBeNull();
    const error: unknown = await found.run(faulty.rig).catch((error: unknown) => error);
    const isReadable = error instanceof AssertionError || error instanceof RangeError;
    expect(isReadable, String(error)).toBe(true);
  });
});
