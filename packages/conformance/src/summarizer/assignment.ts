import assert from "node:assert/strict";
import {
  assistantMessage,
  createEstimator,
  digestOf,
  isCutpointError,
  type Item,
  type Message,
  type Summary,
  type SummaryRequest,
  userMessage,
} from "@cutpoint/core";
import type { FakeModel, SummarizerRig } from "./rig.ts";

/** A model with good answers that records its prompts. */
export type WatchedModel = { readonly ask: FakeModel; readonly prompts: () => readonly string[] };

export function watched(rig: SummarizerRig, answer: FakeModel = goodModel(rig)): WatchedModel {
  const prompts: string[] = [];
  return {
    prompts: () => prompts,
    ask: async (request, signal) => {
      prompts.push(request.prompt);
      return answer(request, signal);
    },
  };
}

function goodModel(rig: SummarizerRig): FakeModel {
  return async ({ prompt }) => ({ text: rig.goodAnswer(prompt), stopReason: "stop" });
}

/** A conversation about one topic. */
export const harbourTalk: readonly Message[] = Array.from({ length: 12 }, (_, turn) => [
  userMessage(
    `Step ${turn + 1}: please find out who has the part number HB-${7_310 + turn} of the harbour light. We must not use the old crane.`,
  ),
  assistantMessage(
    `The part HB-${7_310 + turn} is kept in hall ${turn + 2}, shelf ${turn * 3 + 1}; I decided to order a second one because the first is worn. Next I will ask Marta Venn for the key.`,
  ),
]).flat();

/** Creates a summary request for messages. */
export function requestFor(
  messages: readonly Message[],
  given: Partial<SummaryRequest> = {},
): SummaryRequest {
  const items = messages.map((message, index): Item => ({ id: `item-${index + 1}`, message }));
  return {
    items,
    turnPrefix: [],
    kept: [],
    previousSummary: null,
    previousState: null,
    live: null,
    digest: digestOf(items, null),
    instructions: null,
    contextLines: [],
    prompt: null,
    shortText: false,
    maxTokens: 1_000,
    maxCalls: 6,
    estimator: createEstimator(),
    ...given,
  };
}

/** Makes one summary with a new summarizer. */
export async function summarize(
  rig: SummarizerRig,
  request: SummaryRequest,
  model: WatchedModel = watched(rig),
): Promise<Summary> {
  return rig.create(model.ask).summarize(request, new AbortController().signal);
}

/** Asserts that a summarizer rejects with a descriptive error. */
export async function expectRejection(
  summary: Promise<Summary>,
  when: string,
  code: "summary-failed" | "aborted" = "summary-failed",
): Promise<void> {
  const outcome = await summary.then(
    ({ text }) => ({ text }),
    (error: unknown) => ({ error }),
  );
  if ("text" in outcome)
    assert.fail(`${when}, it should reject, and says ${JSON.stringify(outcome.text.slice(0, 80))}`);
  assert.ok(
    isCutpointError(outcome.error, code),
    `${when}, it should reject with ${code}, not with ${String(outcome.error)}`,
  );
}
