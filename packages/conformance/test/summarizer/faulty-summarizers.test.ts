import { AssertionError } from "node:assert/strict";
import { describe, expect, test } from "vitest";
import { summarizerCases } from "../../src/summarizer-cases.ts";
import { describeSummarizerConformance } from "../../src/vitest.ts";
import { faultySummarizers } from "./faulty-summarizers.ts";
import { extractiveRig, modelRig } from "./rigs.ts";

describeSummarizerConformance("core's summarizer by rules", extractiveRig);
describeSummarizerConformance("the summarizer that asks a model", modelRig);

describe("every case can fail", () => {
  const ids = summarizerCases.map(({ id }) => id);

  test("no two cases have the same id", () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(ids)("%s is failed by a faulty summarizer", (id) => {
    expect(faultySummarizers.filter(({ foundBy }) => foundBy === id)).not.toEqual([]);
  });

  test.each(faultySummarizers)("$foundBy finds a summarizer that $fault", async (faulty) => {
    const found = summarizerCases.find(({ id }) => id === faulty.foundBy);
    if (found === undefined) throw new Error(`there is no case ${faulty.foundBy}`);
    expect(found.notApplicable?.(faulty.rig) ?? null).toBeNull();
    const error: unknown = await found.run(faulty.rig).catch((error: unknown) => error);
    const isReadable = error instanceof AssertionError || error instanceof RangeError;
    expect(isReadable, String(error)).toBe(true);
  });
});
