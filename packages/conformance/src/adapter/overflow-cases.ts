import assert from "node:assert/strict";
import { isContextOverflow } from "@cutpoint/core";
import type { Step } from "@cutpoint/provider-sim";
import {
  asItems,
  type Conversation,
  converse,
  type ConversationOptions,
  countWith,
  expectNoBrokenRules,
  expectStillStored,
  newestSeen,
  rejection,
  smallTalk,
} from "./conversation.ts";
import type { AdapterCase, AdapterRig } from "./rig.ts";

/** The most requests that one turn of one step may take, whatever the provider says. */
const MOST_REQUESTS = 4;

const QUESTION = "What is it all about?";
const OVERFLOW: Step = { type: "failure", failure: "overflow" };
const SAID = "The beginning of an answer that";

const recovers = (rig: AdapterRig): string | null =>
  rig.facts.overflow === "recovers" ? null : "the host lets an overflow reach its caller";

const streams = (rig: AdapterRig): string | null =>
  rig.facts.streaming ? null : "the host does not stream";

const tellsFailedStreams = (rig: AdapterRig): string | null =>
  rig.facts.failedStreams === "hidden"
    ? "the host is not told that a stream has failed"
    : streams(rig);

/** What becomes of a request that the provider finds too large. */
export const overflowCases: readonly AdapterCase[] = [
  {
    id: "overflow-on-first-call",
    promise:
      "A request that is too large is made smaller and answered, and the caller sees no error",
    notApplicable: recovers,
    async run(rig) {
      await using conversation = await full(rig, { realTokens: 2_800 });
      const { text } = await conversation.turn(QUESTION, ["About this and that."]);
      assert.equal(text, "About this and that.");
      expectNoBrokenRules(conversation, "after an overflow");
      assert.equal(conversation.requests().length, 2, "it should take two requests");
      assert.equal(countWith(newestSeen(conversation), QUESTION), 1, "the question should be sent");
    },
  },
  {
    id: "overflow-on-later-call",
    promise: "The same inside of a turn, after a tool has put out too much",
    notApplicable: recovers,
    async run(rig) {
      const dump = {
        name: "dump",
        description: "Puts out a page.",
        parameters: { type: "object", properties: {} },
        run: async () => "A line of the page. ".repeat(260),
      };
      await using conversation = await full(rig, { tools: [dump], realTokens: 4_000 });
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
    id: "overflow-twice",
    promise:
      "Where the smaller request is too large as well, the turn ends, and the next one is a new chance",
    notApplicable: recovers,
    async run(rig) {
      await using conversation = await full(rig);
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
      "A provider that never has room ends the turn after few requests, with its own error and nothing lost",
    notApplicable: recovers,
    async run(rig) {
      await using conversation = await full(rig);
      const before = await conversation.stored();
      const steps = Array.from({ length: 40 }, () => OVERFLOW);
      const error = await rejection(conversation.turn(QUESTION, steps), "overflow for ever");
      expectOverflow(error);
      expectFewRequests(conversation, 1);
      expectStillStored(before, await kept(rig, conversation, before), "overflow for ever");
    },
  },
  {
    id: "overflow-propagates",
    promise:
      "The error of a request that is too large reaches the caller as it was, after one request",
    notApplicable: (rig) =>
      rig.facts.overflow === "propagates" ? null : "the host recovers from an overflow",
    async run(rig) {
      await using conversation = await full(rig);
      const before = await conversation.stored();
      const error = await rejection(conversation.turn(QUESTION, [OVERFLOW]), "after an overflow");
      expectOverflow(error);
      assert.equal(conversation.requests().length, 1, "it should take one request");
      expectStillStored(before, await conversation.stored(), "after an overflow");
    },
  },
  {
    id: "overflow-in-stream-before-content",
    promise: "A stream that fails before it says anything is recovered from like a refused request",
    notApplicable: (rig) => recovers(rig) ?? tellsFailedStreams(rig),
    async run(rig) {
      await using conversation = await full(rig);
      const { text, pieces } = await conversation.turn(QUESTION, [
        { type: "failure", failure: "stream-overflow" },
        "About this and that.",
      ]);
      assert.equal(text, "About this and that.");
      assert.equal(pieces.join(""), text, "the user should be told the answer once");
      assert.equal(conversation.requests().length, 2, "it should take two requests");
    },
  },
  {
    id: "overflow-in-stream-after-content",
    promise: "A stream that fails after the user was told something is not asked for again",
    notApplicable: tellsFailedStreams,
    async run(rig) {
      await using conversation = await full(rig);
      const failing: Step = { type: "failure", failure: "stream-overflow", text: SAID };
      await rejection(
        conversation.turn(QUESTION, [failing, "Another answer."]),
        "when a stream fails after it has said something",
      );
      assert.equal(conversation.requests().length, 1, "it should take one request");
    },
  },
  {
    id: "failed-stream-hidden",
    promise:
      "A stream whose failure nobody tells of ends the turn after few requests; the user is told one answer, and nothing is lost",
    notApplicable: (rig) =>
      streams(rig) ??
      (rig.facts.failedStreams === "hidden" ? null : "the host is told that a stream has failed"),
    async run(rig) {
      for (const said of [SAID, ""]) {
        await using conversation = await full(rig);
        const before = await conversation.stored();
        const failing: Step = { type: "failure", failure: "stream-overflow", text: said };
        const { text, pieces } = await conversation.turn(QUESTION, [failing]);
        assert.equal(pieces.join(""), text, "the user should be told one answer");
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
    promise: "A rate limit, however it is worded, compacts nothing and reaches the caller",
    async run(rig) {
      for (const failure of ["rate-limit", "request-tokens", "too-many-bytes"] as const) {
        await using conversation = await full(rig);
        const step = { type: "failure", failure, retryAfterSeconds: 0 } as const;
        const steps = Array.from({ length: 20 }, () => step);
        await rejection(conversation.turn(QUESTION, steps), `with the failure ${failure}`);
        assert.equal(
          conversation.summarizer.asked().length,
          0,
          `with the failure ${failure}, nothing should be compacted`,
        );
      }
    },
  },
];

/** A conversation of about 3,300 tokens, which its adapter takes for far from full. */
async function full(rig: AdapterRig, options: ConversationOptions = {}): Promise<Conversation> {
  const conversation = await converse(rig, {
    policy: { keepTokens: 400, trigger: { type: "share", share: 1 }, minimumProgress: 0 },
    ...options,
  });
  await conversation.write(asItems(smallTalk(25)));
  return conversation;
}

/** What a host has stored; one that replaces what is compacted has nothing to be compared with. */
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

function expectFewRequests(conversation: Conversation, turns: number): void {
  const requests = conversation.requests().length;
  assert.ok(
    requests <= turns * MOST_REQUESTS,
    `${requests} requests were made: there should be at most ${turns * MOST_REQUESTS}`,
  );
}
