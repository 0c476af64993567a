import type { Policy } from "@cutpoint/core";

/** Up to this window, the default trigger is about as late as a reserve. */
const LARGE_WINDOW = 96_000;

/**
 * Returns the policies that are compared: those of docs/economics.md that are on the frontier of cost and retention in
 * some window. A lower trigger needs a lower target, or the view is filled again.
 */
export function policiesFor(windowTokens: number): Readonly<Record<string, Policy>> {
  const summaryTokens = Math.floor(0.2 * windowTokens);
  const mostKept: Readonly<Record<string, Policy>> =
    windowTokens > LARGE_WINDOW
      ? { "late trigger": { trigger: { type: "reserve" } } }
      : { "newest 35 %": { keep: { type: "share", share: 0.35 } } };
  return {
    default: {},
    "summary 20 %": { summaryTokens },
    "summary 20 %, trigger 0.65": { summaryTokens, ...triggerAt(0.65, 0.4) },
    "trigger 0.5, target 0.25": triggerAt(0.5, 0.25),
    "trigger 0.35, target 0.2": triggerAt(0.35, 0.2),
    ...mostKept,
  };
}

function triggerAt(share: number, targetShare: number): Policy {
  return { trigger: { type: "share", share }, targetShare };
}
