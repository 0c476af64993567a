import type { Policy } from "@cutpoint/core";

/** A way to divide a window, in percent of it. */
export type Shares = {
  readonly newest: number;
  readonly user: number;
  readonly summary: number;
  /** Whether old tool results are replaced first. Default: `false`. */
  readonly prune?: boolean;
};

/** The share of the summary differs. */
export const SUMMARY_SHARES: readonly Shares[] = [5, 10, 20, 35, 50, 60].map((summary) => ({
  newest: 10,
  user: 10,
  summary,
}));

/** The other shares differ from 10 / 10 / 50, the default of small windows. */
export const OTHER_SHARES: readonly Shares[] = [
  { newest: 5, user: 10, summary: 50 },
  { newest: 20, user: 10, summary: 50 },
  { newest: 10, user: 1, summary: 50 },
  { newest: 10, user: 20, summary: 40 },
  { newest: 20, user: 20, summary: 20 },
  { newest: 35, user: 10, summary: 10 },
  { newest: 10, user: 10, summary: 50, prune: true },
];

/** A recorded summary has its size, so only the other shares differ. */
export const MODEL_SHARES: readonly Shares[] = [5, 10, 20, 35].flatMap((newest) =>
  [1, 10, 25].map((user) => ({ newest, user, summary: 20 })),
);

/** Returns the policy that divides a window so. */
export function policyOf({ newest, user, summary, prune }: Shares, windowTokens: number): Policy {
  const tokens = (percent: number): number => Math.floor((windowTokens * percent) / 100);
  return {
    keep: { type: "tokens", tokens: tokens(newest) },
    keepUserTokens: tokens(user),
    summaryTokens: tokens(summary),
    ...(prune === true ? { prune: {} } : {}),
  };
}

export function sharesName({ newest, user, summary, prune }: Shares): string {
  return `${newest} / ${user} / ${summary}${prune === true ? ", pruned" : ""}`;
}
