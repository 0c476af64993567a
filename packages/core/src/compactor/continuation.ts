import { newestSaid } from "../model/item.ts";
import { toolCalls } from "../model/message.ts";
import type { Plan } from "../plan/plan.ts";
import type { Policy } from "../plan/policy.ts";

/** What is said to the model after a compaction by threshold, where the document that knows it says something. */
export const CONTINUATION_TEXT = "Continue if you have next steps.";

/** The text to go on with after a compaction, where work is pending: the newest thing said is a tool call or its result. */
export function continuationOf(plan: Plan, policy: Policy): string | null {
  if (policy.autoContinue === false || plan.reason !== "threshold") return null;
  const newest = newestSaid([...plan.covered, ...plan.kept])?.message;
  const isPending =
    newest !== undefined && (newest.role === "tool" || toolCalls(newest).length > 0);
  return isPending ? CONTINUATION_TEXT : null;
}
