import type { Policy } from "@cutpoint/core";
import { policiesFor } from "../../../packages/eval/src/replay/policies.ts";
import { cutpointWay } from "./cutpoint-ways.ts";
import { OTHER_WAYS } from "./other-ways.ts";
import type { Way } from "./way.ts";

/** Returns the ways that are compared: policies of Cutpoint, with offline and with a model's summaries, and others. */
export function waysFor(windowTokens: number): readonly Way[] {
  const policies: Readonly<Record<string, Policy>> = {
    ...policiesFor(windowTokens),
    "trigger 0.65, target 0.4": { trigger: { type: "share", share: 0.65 }, targetShare: 0.4 },
    pruning: { prune: {} },
    "newest 35 %": { keep: { type: "share", share: 0.35 } },
    "large results in part": { intake: {} },
    "results above 2,000 in part": { intake: { above: 2_000, preview: 700 } },
  };
  const offline = Object.entries(policies).map(([name, policy]) => cutpointWay({ name, policy }));
  const model = (["aligned", "separate"] as const).map((route) =>
    cutpointWay({ name: `model's summary, ${route}`, model: { route, tokens: 4_000 } }),
  );
  const asking = cutpointWay({ name: "compact tool at the end of turns", asksAtTurnEnds: true });
  return [...offline, asking, ...model, ...OTHER_WAYS].filter(({ fits }) => fits(windowTokens));
}
