import { randomUUID } from "node:crypto";
import { type AssistantMessage, assistantMessage } from "@cutpoint/core";
import type { ChatRequest } from "./chat.ts";
import type { Model } from "./model.ts";
import { createProcedure, type Procedure, type Step } from "./procedures.ts";
import { createSight, type Sight, type ToolRequest } from "./sight.ts";

/** The next step of the planner: tool calls, or the answer. */
export type Decision =
  | { readonly type: "calls"; readonly why: string; readonly calls: readonly ToolRequest[] }
  | { readonly type: "answer"; readonly text: string };

export type PlannerOptions = {
  /** Lines of a file that it reads at a time. */
  readonly pageLines: number;
};

/**
 * Creates a model made of rules. It needs no key and no network.
 *
 * Like a real model it sees only the request. Each time it runs the procedure of the question from the start, passes in
 * the visible results, and calls the first one that is missing. A result that a compaction removed is fetched again.
 */
export function createPlanner(options: PlannerOptions): Model {
  return {
    name: "planner",
    answer: async (request) => toMessage(decide(request, options)),
  };
}

/** Returns the next step, from the messages of the request alone. */
export function decide(request: ChatRequest, { pageLines }: PlannerOptions): Decision {
  const sight = createSight(request.messages);
  const { question } = sight;
  if (question === null) return { type: "answer", text: "I see no question." };
  const procedure = createProcedure(question.text, { pageLines, finding: sight.finding });
  if (procedure === null)
    return {
      type: "answer",
      text: `Finding ${question.number}: I have no procedure for this question.`,
    };
  return replay(procedure, sight, question.number);
}

/**
 * Runs a procedure over the visible results.
 *
 * A glance counts as done if a later step is visible: its result was read before a compaction removed it.
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
