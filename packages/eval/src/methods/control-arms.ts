import { anchorsIn } from "../reading/anchor.ts";
import { messageText } from "../reading/message-text.ts";
import { summaryMessage } from "./lines-within.ts";
import type { Arm } from "./method.ts";
import { messagesOf, type Step, stepsOf, systemMessages } from "./steps.ts";

/** Creates methods that must lose. If one wins, the measures are broken. */
export function createControlArms(): readonly Arm[] {
  return [randomDrop, oldestOnly, emptySummary, anchorsOnly];
}

/** Drops random steps until the rest fits. Deterministic for each history. */
const randomDrop: Arm = {
  role: "control",
  name: "random-drop",
  compact: ({ messages, budgetTokens, estimator }) => {
    const steps = stepsOf(messages, estimator);
    const next = lots(steps.length);
    const order = steps.map((step) => ({ step, lot: next() })).toSorted((a, b) => a.lot - b.lot);
    const chosen = new Set<Step>(steps);
    let tokens = steps.reduce((sum, step) => sum + step.tokens, 0);
    for (const { step } of order) {
      if (tokens <= budgetTokens) break;
      tokens -= step.tokens;
      chosen.delete(step);
    }
    return [...systemMessages(messages), ...messagesOf(steps.filter((step) => chosen.has(step)))];
  },
};

/** Keeps the oldest steps that fit. */
const oldestOnly: Arm = {
  role: "control",
  name: "oldest-only",
  compact: ({ messages, budgetTokens, estimator }) => {
    const kept: Step[] = [];
    let left = budgetTokens;
    for (const step of stepsOf(messages, estimator)) {
      if (step.tokens > left) break;
      left -= step.tokens;
      kept.push(step);
    }
    return [...systemMessages(messages), ...messagesOf(kept)];
  },
};

const emptySummary: Arm = {
  role: "control",
  name: "empty-summary",
  compact: () => "Earlier messages were removed.",
};

/** Keeps only anchors, the most frequent first. Its recall is high, but it has no context. */
const anchorsOnly: Arm = {
  role: "control",
  name: "anchors-only",
  compact: ({ messages, budgetTokens, estimator }) => {
    const counts = new Map<string, number>();
    for (const message of messages) {
      if (message.role === "system") continue;
      for (const { text } of anchorsIn(messageText(message)))
        counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    const anchors = [...counts].toSorted((a, b) => b[1] - a[1]).map(([anchor]) => anchor);
    let left = budgetTokens - estimator.estimate(summaryMessage("")) - 1;
    const chosen: string[] = [];
    for (const anchor of anchors) {
      const tokens = estimator.estimateText(`${anchor}\n`) + 1;
      if (tokens > left) continue;
      left -= tokens;
      chosen.push(anchor);
      if (left < 2) break;
    }
    return chosen.join("\n");
  },
};

/** Random numbers from 0 to 1 (mulberry32). */
function lots(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
