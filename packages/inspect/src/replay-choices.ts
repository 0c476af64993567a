import type { Policy } from "@cutpoint/core";

type PolicyChoice = { readonly title: string; readonly policy: Policy };

export type ReplaySettings = {
  readonly windowTokens: number;
  readonly policy: "default" | "economy" | "late";
  readonly summarizer: "extractive" | "none";
};

/** The policies of a replay by name. */
export const POLICIES: Readonly<Record<ReplaySettings["policy"], PolicyChoice>> = {
  default: { title: "Default", policy: {} },
  economy: {
    title: "Economy: compact at half of the window",
    policy: { trigger: { type: "share", share: 0.5 }, targetShare: 0.25 },
  },
  late: {
    title: "Late, in windows from 128,000 tokens",
    policy: { trigger: { type: "reserve" } },
  },
};

/** The offline summarizers of a replay by name. */
export const SUMMARIZERS: Readonly<Record<ReplaySettings["summarizer"], string>> = {
  extractive: "Offline summary",
  none: "None: user text and file lists",
};
