import type { Policy } from "@cutpoint/core";

/** Up to this window, the default trigger is about as late as a reserve. */
const LARGE_WINDOW = 96_000;

const POLICIES: Readonly<Record<string, Policy>> = {
  default: {},
  "trigger 0.65, target 0.4": { trigger: { type: "share", share: 0.65 }, targetShare: 0.4 },
  "trigger 0.5, target 0.25": { trigger: { type: "share", share: 0.5 }, targetShare: 0.25 },
  "trigger 0.35, target 0.2": { trigger: { type: "share", share: 0.35 }, targetShare: 0.2 },
  pruning: { prune: {} },
};

/** Returns the policies that are compared. A lower trigger needs a lower target, or the view is filled again. */
export function policiesFor(windowTokens: number): Readonly<Record<string, Policy>> {
  const late: Policy = { trigger: { type: "reserve" } };
  return windowTokens <= LARGE_WINDOW ? POLICIES : { ...POLICIES, "late trigger": late };
}
