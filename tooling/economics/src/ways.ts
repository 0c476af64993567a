import type { Policy } from "@cutpoint/core";
import { cutpointWay } from "./cutpoint-ways.ts";
import { OTHER_WAYS } from "./other-ways.ts";
import type { Way } from "./way.ts";

const share = (of: number, tokens: number): number => Math.floor(of * tokens);

const POLICIES: Readonly<Record<string, (windowTokens: number) => Policy>> = {
  default: () => ({}),
  "newest 5 %": () => ({ keep: { type: "share", share: 0.05 } }),
  "newest 35 %": () => ({ keep: { type: "share", share: 0.35 } }),
  "summary 20 %": (tokens) => ({ summaryTokens: share(0.2, tokens) }),
  "trigger 0.65, target 0.4": () => ({
    trigger: { type: "share", share: 0.65 },
    targetShare: 0.4,
  }),
  "trigger 0.5, target 0.25": () => ({
    trigger: { type: "share", share: 0.5 },
    targetShare: 0.25,
  }),
  pruning: () => ({ prune: {} }),
};

/** Returns the ways that are compared: policies of Cutpoint, with offline and with a model's summaries, and others. */
export function ways(): readonly Way[] {
  const offline = Object.entries(POLICIES).map(([name, policy]) => cutpointWay({ name, policy }));
  const model = (["aligned", "separate"] as const).map((route) =>
    cutpointWay({
      name: `model's summary, ${route}`,
      model: { route, tokens: 4_000 },
    }),
  );
  return [...offline, ...model, ...OTHER_WAYS];
}
