import { expect, test } from "vitest";
import { compactionSteps } from "../src/compaction-steps.ts";
import { drawSteps } from "../src/draw-steps.ts";

const sum = (blocks: readonly { readonly tokens: number }[]): number =>
  blocks.reduce((total, { tokens }) => total + tokens, 0);

test("the picture of a compaction has the messages and tokens of its receipt", async () => {
  const steps = await compactionSteps();
  const { before, cut, later, prefixTokens, receipt, systemTokens, windowTokens } = steps;
  expect(systemTokens + sum(before)).toBe(receipt.tokensBefore);
  expect(sum(before.slice(cut))).toBe(receipt.kept.tokens);
  expect(systemTokens + prefixTokens + receipt.kept.tokens).toBe(receipt.tokensAfter);
  // The trigger is drawn at 75 % of the window.
  expect(receipt.tokensBefore).toBeGreaterThan(0.75 * windowTokens);
  expect(receipt.tokensAfter + sum(later)).toBeGreaterThan(0.75 * windowTokens);
  const html = drawSteps(steps);
  expect(html.match(/<i class="\w+ old"/gu)).toHaveLength(cut);
  expect(html.match(/<i /gu)).toHaveLength(2 + before.length + later.length);
  // An empty line ends HTML in Markdown.
  expect(html).not.toContain("\n\n");
});
