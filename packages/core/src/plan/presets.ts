import type { Policy } from "./policy.ts";

/**
 * Compaction above the window less a reserve, to the letter of the documents that know it: 16,384 tokens in reserve,
 * 20,000 kept. What is carried is a setting of its own; the documents' views have `keepUserTokens: 0`.
 */
export function reservePolicy(
  numbers: { readonly reserveTokens?: number; readonly keepTokens?: number } = {},
): Policy {
  const { reserveTokens = 16_384, keepTokens = 20_000 } = numbers;
  return { trigger: { type: "reserve", tokens: reserveTokens }, keepTokens };
}

/**
 * Compaction above 75 % of the window (a reserve of 25 %), min(20,000 tokens, 35 % of the window) kept; where the window
 * is unknown, compaction waits for an overflow.
 */
export function sharePolicy(): Policy {
  return { trigger: { type: "share", share: 0.75 } };
}

/**
 * Compaction above 90 % of the window, system text included; of what the system text leaves 70 % stays, and at least
 * the last six turns where they fit.
 */
export function timelinePolicy(): Policy {
  return { trigger: { type: "share", share: 0.9 }, keepShare: 0.7, keepTurns: 6 };
}

/** The pruning of the document that knows it: the newest 40,000 tokens stay, and all of `skill` and `read`. */
export const documentPruning = {
  protectTokens: 40_000,
  minimumSavings: 20_000,
  protectedTools: ["skill", "read"],
  superseded: false,
  useless: false,
} as const;
