import assert from "node:assert/strict";
import type { FailureStep, ReceivedRequest, Step } from "@cutpoint/provider-sim";
import {
  countWith,
  expectNoBrokenRules,
  expectStillStored,
  fullConversation,
  newestSeen,
  rejection,
  wordsOf,
} from "./conversation.ts";
import type { AdapterCase, AdapterRig } from "./rig.ts";
import { createScriptedSummarizer, summaryText } from "./scripted-summarizer.ts";

const QUESTION = "What is it all about?";
const NEXT_QUESTION = "And what follows from it?";

/** Tokens of a provider whose window is smaller than the adapter assumes. */
const REAL_TOKENS = 2_800;

const REFUSAL: Step = {
  type: "failure",
  failure: "refusal",
  text: `You passed 3301 input tokens and requested 200 output tokens. However, the model's context length is only ${REAL_TOKENS} tokens.`,
};

/** Failures that a smaller request does not avoid. */
const OTHER_FAILURES: readonly FailureStep[] = [
  { type: "failure", failure: "rate-limit", retryAfterSeconds: 0 },
  { type: "failure", failure: "overloaded", retryAfterSeconds: 0 },
  { type: "failure", failure: "server-error", retryAfterSeconds: 0 },
  ...[
    "max_tokens is too large: 200000. This model supports at most 16384 completion tokens.",
    "Invalid 'input[2].id': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
    "You uploaded an unsupported image. Please make sure your image is valid.",
    "The response was filtered due to the prompt triggering the content management policy.",
  ].map((text): FailureStep => ({ type: "failure", failure: "refusal", text })),
];

const recovers = ({ facts }: AdapterRig): string | null =>
  facts.overflow === "recovers" ? null : "the host lets an overflow reach its caller";

/** The state that a recovery leaves, and errors that allow none. */
export const recoveryCases: readonly AdapterCase[] = [
  {
    id: "recovery-stored",
    promise:
      "A recovery is stored: the next turn, also of a second instance, sends the smaller request at once",
    notApplicable: recovers,
    async run(rig) {
      await using conversation = await fullConversation(rig, { realTokens: REAL_TOKENS });
      await conversation.turn(QUESTION, ["About this and that."]);
      const summaries = conversation.summarizer.asked().length;
      await conversation.reopen("adapter");
      await conversation.turn(NEXT_QUESTION, ["Nothing more."]);
      expectNoBrokenRules(conversation, "after a recovery");
      assert.deepEqual(outcomes(conversation), ["refused", "answered", "answered"]);
      const made = conversation.summarizer.asked().length;
      if (rig.facts.compactsAfterTurn !== true)
        assert.equal(made, summaries, "nothing should be summarized again");
      const sent = newestSeen(conversation);
      assert.equal(countWith(sent, "Earlier answer 1."), 0, "compacted messages stay compacted");
      for (const text of [QUESTION, "About this and that.", NEXT_QUESTION])
        assert.equal(countWith(sent, text), 1, `${JSON.stringify(text)} should be sent once`);
    },
  },
  {
    id: "failed-recovery-stored",
    promise:
      "The window that a refusal reports is remembered even if no smaller request can be made then",
    notApplicable: (rig) =>
      recovers(rig) ??
      (rig.facts.failedSteps === "discarded" ? "the host drops what a failed step wrote" : null),
    async run(rig) {
      const summarizer = createScriptedSummarizer((index) => {
        if (index === 1) throw new Error("the summary service is away");
        return summaryText(index);
      });
      await using conversation = await fullConversation(rig, { summarizer });
      await conversation.turn(QUESTION, [REFUSAL]).catch(() => {});
      const before = conversation.requests().length;
      await conversation.turn(NEXT_QUESTION, ["Nothing more."]);
      assert.equal(conversation.requests().length, before + 1, "one more request should be sent");
      const compacted = countWith(newestSeen(conversation), "Earlier answer 1.");
      assert.equal(compacted, 0, "the next turn should compact before its request");
    },
  },
  {
    id: "errors-sent-once",
    promise:
      "After an error that a smaller request does not avoid, the adapter sends no further request",
    async run(rig) {
      const requestsAfter = async (step: FailureStep, withAdapter: boolean): Promise<number> => {
        await using conversation = await fullConversation(rig, { withAdapter });
        const steps = Array.from({ length: 20 }, () => step);
        await rejection(conversation.turn(QUESTION, steps), `after ${nameOf(step)}`);
        return conversation.requests().length;
      };
      for (const step of OTHER_FAILURES)
        assert.equal(
          await requestsAfter(step, true),
          await requestsAfter(step, false),
          `after ${nameOf(step)}, the host should send as many requests as without the adapter`,
        );
    },
  },
  {
    id: "refused-request-not-repeated",
    promise: "A request that was refused for its size is not sent again unless it became smaller",
    notApplicable: recovers,
    async run(rig) {
      const summarizer = createScriptedSummarizer(() => {
        throw new Error("the summary service is away");
      });
      await using conversation = await fullConversation(rig, {
        realTokens: REAL_TOKENS,
        summarizer,
      });
      const before = await conversation.stored();
      await conversation.turn(QUESTION).catch(() => {});
      const sizes = conversation.requests().map(sizeOf);
      for (const [index, size] of sizes.slice(1).entries())
        assert.ok(size < Number(sizes[index]), "a repeated request should be smaller");
      if (rig.facts.persists !== "replace")
        expectStillStored(before, await conversation.stored(), "after a refusal");
    },
  },
  {
    id: "abort-while-recovering",
    promise:
      "A turn that is aborted while a recovery makes its summary ends at once, without another request",
    notApplicable: recovers,
    async run(rig) {
      const controller = new AbortController();
      const summarizer = createScriptedSummarizer((index) => {
        controller.abort(new Error("the user has left"));
        return summaryText(index); // an adapter that ignores the signal continues
      });
      await using conversation = await fullConversation(rig, {
        realTokens: REAL_TOKENS,
        summarizer,
      });
      await rejection(
        conversation.turn(QUESTION, [], controller.signal),
        "if it is aborted while a recovery makes a summary",
      );
      assert.deepEqual(outcomes(conversation), ["refused"], "no further request should be sent");
      await conversation.turn(NEXT_QUESTION, ["Nothing more."]);
      assert.equal(countWith(newestSeen(conversation), NEXT_QUESTION), 1);
    },
  },
];

function nameOf({ failure, text = failure }: FailureStep): string {
  return text;
}

function outcomes({
  requests,
}: {
  readonly requests: () => readonly ReceivedRequest[];
}): readonly string[] {
  return requests().map(({ outcome }) => outcome.type);
}

function sizeOf({ messages }: ReceivedRequest): number {
  return messages.reduce((sum, message) => sum + wordsOf(message).length, 0);
}
