import { randomUUID } from "node:crypto";
import { type AssistantMessage, assistantMessage } from "@cutpoint/core";
import type { ChatRequest } from "./chat.ts";
import type { Model } from "./model.ts";
import { createProcedure, type Procedure, type Step } from "./procedures.ts";
import { createSight, type Sight, type ToolRequest } from "./sight.ts";

/** What the planner says next: tool calls to make, or the answer. */
export type Decision =
  | { readonly type: "calls"; readonly why: string; readonly calls: readonly ToolRequest[] }
  | { readonly type: "answer"; readonly text: string };

export type PlannerOptions = {
  /** How many lines of a file it reads at a time. */
  readonly pageLines: number;
};

/**
 * A model made of rules: it needs no key and no network.
 *
 * Like a model it has nothing but the request. It runs the question's procedure from the beginning each time, hands
 * it the results that are visible, and calls for the first one that is missing. What a compaction has taken away and
 * is needed again, it has to fetch again.
 */
export function createPlanner(options: PlannerOptions): Model {
  return {
    name: "planner",
    answer: async (request) => toMessage(decide(request, options)),
  };
}

/** The next step, from the messages of the request alone. */
export function decide(request: ChatRequest, { pageLines }: PlannerOptions): Decision {
  const sight = createSight(request.messages);
  const { question } = sight;
  if (question === null) return { type: "answer", text: "I do not see a question." };
  const procedure = createProcedure(question.text, { pageLines, finding: sight.finding });
  if (procedure === null)
    return { type: "answer", text: `Finding ${question.number}: I know no way to find that out.` };
  return replay(procedure, sight, question.number);
}

/**
 * Steps that are only looked at in passing count as made where a later step is visible: their results were read and
 * compacted away since.
 */
function replay(procedure: Procedure, sight: Sight, number: number): Decision {
  let passing: Decision | null = null;
  let next = procedure.next();
  while (next.done !== true) {
    const step: Step = next.value;
    const results = step.calls.map((call) => sight.result(call));
    const missing = step.calls.filter((_, index) => results[index] === null);
    const wanted: Decision = { type: "calls", why: step.why, calls: missing };
    if (missing.length === 0) passing = null;
    else if (!step.glance) return passing ?? wanted;
    else passing ??= wanted;
    next = procedure.next(results.map((result) => result ?? ""));
  }
  return passing ?? { type: "answer", text: `Finding ${number}: ${next.value}` };
}

function toMessage(decision: Decision): AssistantMessage {
  if (decision.type === "answer") return assistantMessage(decision.text);
  return assistantMessage(
    decision.why,
    decision.calls.map((call) => ({ callId: `call_${randomUUID().slice(0, 13)}`, ...call })),
  );
}
