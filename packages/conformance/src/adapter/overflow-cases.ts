import assert from "node:assert/strict";
import { isContextOverflow } from "@cutpoint/core";
import type { Step } from "@cutpoint/provider-sim";
import {
  type Conversation,
  countWith,
  expectNoBrokenRules,
  expectStillStored,
  fullConversation,
  newestSeen,
  rejection,
} from "./conversation.ts";
import type { AdapterCase, AdapterRig } from "./rig.ts";
import { createScriptedSummarizer, summaryText } from "./scripted-summarizer.ts";

/** Maximum number of requests for a turn of one step. */
const MOST_REQUESTS = 4;

const QUESTION = "What is it all about?";
const OVERFLOW: Step = { type: "failure", failure: "overflow" };
/** One refusal for each way in which servers count, in several languages. */
const REFUSALS: readonly string[] = [
  "You passed 3301 input tokens and requested 200 output tokens. However, the model's context length is only 3200 tokens.",
  "Range of input length should be [1, 3072]",
  "上下文长度超出限制，请压缩上下文后重试",
  "Die Anfrage überschreitet die maximale Kontextlänge von 3000 Token.",
  "Input text exceeds the limit of 9000 characters (got 13110)",
  "Request too large for the model on tokens per min (TPM): Limit 3000, Requested 3300.",
  "input length and `max_tokens` exceed context limit: 3301 + 200 > 3200, decrease input length or `max_tokens` and try again",
  "Too many messages: 51, the limit is 40",
];
const RATE_LIMIT = /rate limit/i;
const SAID = "The beginning of an answer that";

const recovers = (rig: AdapterRig): string | null =>
  rig.facts.overflow === "recovers" ? null : "the host lets an overflow reach its caller";

const streams = (rig: AdapterRig): string | null =>
  rig.facts.streaming ? null : "the host does not stream";

const tellsFailedStreams = (rig: AdapterRig): string | null =>
  rig.facts.failedStreams === "hidden" ? "the host hides failed streams" : streams(rig);

/** Requests that the provider rejects as too large. */
export const overflowCases: readonly AdapterCase[] = [
  {
    id: "overflow-on-first-call",
    promise:
      "A request that is too large is made smaller and answered, and the caller receives no error",
    notApplicable: recovers,
    async run(rig) {
      await using conversation = await fullConversation(rig, { realTokens: 2_800 });
      const { text } = await conversation.turn(QUESTION, ["About this and that."]);
      assert.equal(text, "About this and that.");
      expectNoBrokenRules(conversation, "after an overflow");
      assert.equal(conversation.requests().length, 2, "it should take two requests");
      assert.equal(countWith(newestSeen(conversation), QUESTION), 1, "the question should be sent");
    },
  },
  {
    id: "overflow-on-later-call",
    promise: "The same is true within a turn, after a tool returned too much",
    notApplicable: recovers,
    async run(rig) {
      const dump = {
        name: "dump",
        description: "Puts out a page.",
        parameters: { type: "object", properties: {} },
        run: async () => "A line of the page. ".repeat(260),
      };
      await using conversation = await fullConversation(rig, { tools: [dump], realTokens: 4_000 });
      const { text } = await conversation.turn(QUESTION, [
        { type: "answer", calls: [{ name: "dump", arguments: "{}" }] },
        "About a page.",
      ]);
      assert.equal(text, "About a page.");
      expectNoBrokenRules(conversation, "after an overflow inside of a turn");
      const [first, second] = conversation.requests();
      assert.equal(first?.outcome.type, "answered", "the first request should fit");
      assert.equal(second?.outcome.type, "refused", "the second request should not fit");
      const sent = newestSeen(conversation);
      assert.equal(countWith(sent, QUESTION), 1, "the question should be sent");
      assert.ok(countWith(sent, "A line of the page.") > 0, "the unread result should be sent");
    },
  },
  {
    id: "overflow-in-bytes",
    promise: "A request with too many bytes is made smaller and answered",
    notApplicable: recovers,
    async run(rig) {
      await using conversation = await fullConversation(rig);
      const refusal: Step = { type: "failure", failure: "too-many-bytes" };
      const { text } = await conversation.turn(QUESTION, [refusal, "About this and that."]);
      assert.equal(text, "About this and that.");
      expectNoBrokenRules(conversation, "after too many bytes");
      const sizes = conversation.requests().map(({ body }) => JSON.stringify(body).length);
      assert.equal(sizes.length, 2, "it should take two requests");
      assert.ok(Number(sizes[1]) < Number(sizes[0]), "the second request should be smaller");
    },
  },
  {
    id: "overflow-in-any-words",
    promise: "A refusal in the words of other servers is followed by one smaller request",
    notApplicable: recovers,
    async run(rig) {
      for (const text of REFUSALS) {
        await using conversation = await fullConversation(rig);
        const steps: Step[] = [{ type: "failure", failure: "refusal", text }, "About that."];
        const answer = await conversation.turn(QUESTION, steps);
        assert.equal(answer.text, "About that.", `after: ${text}`);
        const sizes = conversation.requests().map(({ body }) => JSON.stringify(body).length);
        assert.equal(sizes.length, 2, `it should take two requests: ${text}`);
        assert.ok(Number(sizes[1]) < Number(sizes[0]), `the second should be smaller: ${text}`);
      }
    },
  },
  {
    id: "overflow-twice",
    promise:
      "If the smaller request is also too large, the turn ends, and the next turn compacts again",
    notApplicable: recovers,
    async run(rig) {
      await using conversation = await fullConversation(rig);
      const before = await conversation.stored();
      const answered = await conversation.turn(QUESTION, [OVERFLOW, OVERFLOW]).then(
        () => true,
        (error: unknown) => {
          expectOverflow(error);
          return false;
        },
      );
      expectFewRequests(conversation, 1);
      expectStillStored(before, await kept(rig, conversation, before), "after two overflows");
      if (answered) return;
      const { text } = await conversation.turn("Once more, please.", ["Gladly."]);
      assert.equal(text, "Gladly.", "the next turn should be answered");
      expectNoBrokenRules(conversation, "after two overflows");
    },
  },
  {
    id: "overflow-for-ever",
    promise:
      "If the provider never accepts a request, the turn ends after few requests with the provider's error, and nothing is lost",
    notApplicable: recovers,
    async run(rig) {
      await using conversation = await fullConversation(rig);
      const before = await conversation.stored();
      const steps = Array.from({ length: 40 }, () => OVERFLOW);
      const error = await rejection(conversation.turn(QUESTION, steps), "overflow for ever");
      expectProviderError(error);
      expectFewRequests(conversation, 1);
      expectStillStored(before, await kept(rig, conversation, before), "overflow for ever");
    },
  },
  {
    id: "overflow-without-summary",
    promise:
      "If no summary can be made after an overflow, the turn is answered without one or ends with the provider's error, and the last compaction stays",
    notApplicable: recovers,
    async run(rig) {
      const summarizer = createScriptedSummarizer((index) => {
        if (summarizer.asked().length > 1) throw new Error("the summary service is away");
        return summaryText(index);
      });
      const trigger = { type: "items", items: 40 } as const;
      const policy = {
        keep: { type: "tokens", tokens: 400 } as const,
        trigger,
        minimumProgress: 0,
      };
      await using conversation = await fullConversation(rig, { policy, summarizer });
      await conversation.turn("What now?", ["Now we wait."]);
      assert.equal(summarizer.asked().length, 1, "there should be a compaction");
      await conversation.turn(QUESTION, [OVERFLOW]).catch(expectProviderError);
      assert.ok(summarizer.asked().length > 1, "another summary should be tried");
      await conversation.turn("And now?", ["Gladly."]);
      const sent = newestSeen(conversation);
      assert.equal(countWith(sent, "Earlier answer 1."), 0, "compacted messages stay compacted");
      assert.ok(countWith(sent, "Summary number") > 0, "the summary should be sent");
    },
  },
  {
    id: "overflow-propagates",
    promise:
      "The error of a request that is too large reaches the caller unchanged, after one request",
    notApplicable: (rig) =>
      rig.facts.overflow === "propagates" ? null : "the host recovers from an overflow",
    async run(rig) {
      await using conversation = await fullConversation(rig);
      const before = await conversation.stored();
      const error = await rejection(conversation.turn(QUESTION, [OVERFLOW]), "after an overflow");
      expectProviderError(error);
      assert.equal(conversation.requests().length, 1, "it should take one request");
      expectStillStored(before, await conversation.stored(), "after an overflow");
    },
  },
  {
    id: "overflow-in-stream-before-content",
    promise: "A stream that fails before its first output is retried like a rejected request",
    notApplicable: (rig) => recovers(rig) ?? tellsFailedStreams(rig),
    async run(rig) {
      await using conversation = await fullConversation(rig);
      const { text, pieces } = await conversation.turn(QUESTION, [
        { type: "failure", failure: "stream-overflow" },
        "About this and that.",
      ]);
      assert.equal(text, "About this and that.");
      assert.equal(pieces.join(""), text, "the user should receive the answer once");
      assert.equal(conversation.requests().length, 2, "it should take two requests");
    },
  },
  {
    id: "overflow-in-stream-after-content",
    promise: "A stream that fails after its first output is not retried",
    notApplicable: tellsFailedStreams,
    async run(rig) {
      await using conversation = await fullConversation(rig);
      const failing: Step = { type: "failure", failure: "stream-overflow", text: SAID };
      await rejection(
        conversation.turn(QUESTION, [failing, "Another answer."]),
        "when a stream fails after its first output",
      );
      assert.equal(conversation.requests().length, 1, "it should take one request");
    },
  },
  {
    id: "failed-stream-hidden",
    promise:
      "A stream with a hidden failure ends the turn after few requests, the user receives one answer, and nothing is lost",
    notApplicable: (rig) =>
      streams(rig) ??
      (rig.facts.failedStreams === "hidden" ? null : "the host reports failed streams"),
    async run(rig) {
      for (const said of [SAID, ""]) {
        await using conversation = await fullConversation(rig);
        const before = await conversation.stored();
        const failing: Step = { type: "failure", failure: "stream-overflow", text: said };
        const { text, pieces } = await conversation.turn(QUESTION, [failing]);
        assert.equal(pieces.join(""), text, "the user should receive one answer");
        expectFewRequests(conversation, 1);
        expectStillStored(before, await kept(rig, conversation, before), "after a failed stream");
        const next = await conversation.turn("Once more, please.", ["Gladly."]);
        assert.equal(next.text, "Gladly.", "the next turn should be answered");
        expectNoBrokenRules(conversation, "after a failed stream");
      }
    },
  },
  {
    id: "rate-limit-is-no-overflow",
    promise: "A rate limit causes no compaction and reaches the caller",
    async run(rig) {
      await using conversation = await fullConversation(rig);
      const step = { type: "failure", failure: "rate-limit", retryAfterSeconds: 0 } as const;
      const steps = Array.from({ length: 20 }, () => step);
      const error = await rejection(conversation.turn(QUESTION, steps), "after a rate limit");
      assert.match(messageOf(error), RATE_LIMIT, "the error should be the provider's");
      assert.equal(conversation.summarizer.asked().length, 0, "nothing should be compacted");
    },
  },
];

/** Stored messages. Empty for hosts that replace them, because there is nothing to compare. */
async function kept(
  rig: AdapterRig,
  conversation: Conversation,
  before: Awaited<ReturnType<Conversation["stored"]>>,
): Promise<typeof before> {
  return rig.facts.persists === "replace" ? before : conversation.stored();
}

function expectOverflow(error: unknown): void {
  assert.ok(isContextOverflow(error), `the error should tell of the overflow: ${String(error)}`);
}

/** Asserts that an error contains the text of the provider's response, not only a class of error. */
function expectProviderError(error: unknown): void {
  expectOverflow(error);
  assert.match(
    messageOf(error),
    /maximum context length is|prompt is too long: |exceeds the context window/,
    "the error should be the provider's",
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function expectFewRequests(conversation: Conversation, turns: number): void {
  const requests = conversation.requests().length;
  assert.ok(
    requests <= turns * MOST_REQUESTS,
    `${requests} requests were made: expected at most ${turns * MOST_REQUESTS}`,
  );
}
