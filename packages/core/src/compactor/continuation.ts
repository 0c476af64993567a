import { newestSaid } from "../model/item.ts";
import { toolCalls } from "../model/message.ts";
import type { Plan } from "../plan/plan.ts";
import type { Policy } from "../plan/policy.ts";
import type { Situation } from "./outcome.ts";

/** What is said to the model after a compaction by threshold, where the document that knows it says something. */
export const CONTINUATION_TEXT = "Continue if you have next steps.";

/** How a conversation goes on after a compaction: the text to say where work is pending, and where it stands. */
export type Continuation = {
  readonly continuation: string | null;
  readonly situation: Situation;
};

/** How to go on: something is said only where a step is under way that nobody asked to stop. */
export function continuationOf(plan: Plan, policy: Policy): Continuation {
  const situation = situationOf(plan);
  const isSaid =
    situation === "tool-loop" && plan.reason === "threshold" && policy.autoContinue !== false;
  return { continuation: isSaid ? CONTINUATION_TEXT : null, situation };
}

function situationOf(plan: Plan): Situation {
  const newest = newestSaid([...plan.compacted, ...plan.kept])?.message;
  if (newest !== undefined && (newest.role === "tool" || toolCalls(newest).length > 0))
    return "tool-loop";
  if (newest?.role === "user") return "unanswered";
  return plan.reason === "manual" ? "manual" : "idle";
}
