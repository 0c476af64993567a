import type { CompactorOptions } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { MEASURED_RULES, REVOKED } from "../src/generate/user-rules.ts";
import { PLACES, rulesAtEnd, WAYS } from "../src/laws/rules-law.ts";

/** Returns what is wrong with the rules at the end of a conversation. */
async function faultsWith(
  windowTokens: number,
  planted: Parameters<typeof rulesAtEnd>[1],
  options: CompactorOptions,
): Promise<readonly string[]> {
  const end = await rulesAtEnd(windowTokens, planted, options);
  return [
    ...(end.compactions < 10 ? [`only ${end.compactions} compactions`] : []),
    ...end.foreign.map((text) => `not a rule: ${text}`),
    ...end.lost.map(({ place, text }) => `lost, stated at ${place}: ${text}`),
    ...end.notRevoked.map((text) => `not revoked: ${text}`),
  ];
}

/** Revocations without a name need their rule just before them. */
const NAMED = REVOKED.filter(
  ([, revocation]) => !/^(?:Never mind|Forget that)\.$/u.test(revocation),
);

describe("rules of the user stay verbatim wherever they were stated", () => {
  test("in a window of 8,000 tokens, offline", async () => {
    const rules = MEASURED_RULES.filter((_, at) => at % 7 === 0);
    const planted = { rules, revoked: NAMED.slice(0, 4) };
    expect(await faultsWith(8_000, planted, { summarizer: WAYS.offline })).toEqual([]);
  });

  test("and are lost if they are not found", async () => {
    const planted = { rules: MEASURED_RULES.slice(0, 4), revoked: [] };
    const options = { summarizer: WAYS.model, findRules: () => [] };
    expect(await faultsWith(8_000, planted, options)).toHaveLength(4);
  });

  test("with a model that quotes all of them", async () => {
    const rules = MEASURED_RULES.filter((_, at) => at % 7 === 1);
    const planted = { rules, revoked: NAMED.slice(4, 10) };
    const options = { summarizer: WAYS["quoting model"] };
    expect(await faultsWith(8_000, planted, options)).toEqual([]);
  });

  const cases = [8_000, 16_000, 32_000, 128_000].flatMap((windowTokens) =>
    Object.keys(WAYS).map((way) => [windowTokens, way as keyof typeof WAYS] as const),
  );
  test.each(cases)(
    "in a window of %d tokens, %s",
    { tags: ["long"] },
    async (windowTokens, way) => {
      const size = { 8_000: 12, 16_000: 12, 32_000: 36 }[windowTokens] ?? MEASURED_RULES.length;
      const faults: string[] = [];
      for (const shift of windowTokens > 8_000 ? [0] : PLACES.keys())
        for (let from = 0; from < MEASURED_RULES.length; from += size) {
          const rules = MEASURED_RULES.slice(from, from + size);
          const revoked = NAMED.slice(from / 2, from / 2 + 6);
          const planted = { rules, revoked, shift };
          faults.push(...(await faultsWith(windowTokens, planted, { summarizer: WAYS[way] })));
        }
      expect(faults).toEqual([]);
    },
  );
});
