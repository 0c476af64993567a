import assert from "node:assert/strict";
import {
  assistantMessage,
  type Json,
  type Message,
  toolCalls,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import {
  asItems,
  converse,
  EAGER,
  expectNoBrokenRules,
  newestSeen,
  smallTalk,
} from "./conversation.ts";
import type { AdapterCase, AdapterRig } from "./rig.ts";
import { sampleTranscript } from "./sample-transcript.ts";

/** Conversion of the host's messages to Cutpoint and to requests. */
export const conversionCases: readonly AdapterCase[] = [
  {
    id: "round-trip-samples",
    promise: "Content and form of the host's messages come back unchanged",
    async run(rig) {
      const { text, parallelCalls, files } = rig.samples;
      for (const [name, sample] of Object.entries({ text, parallelCalls, files }))
        if (sample !== null) expectRoundTrip(rig, name, sample);
    },
  },
  {
    id: "round-trip-unknown",
    promise: "Unknown messages, parts and fields come back unchanged",
    async run(rig) {
      expectRoundTrip(rig, "unknown", rig.samples.unknown);
    },
  },
  {
    id: "round-trip-reasoning",
    promise: "Signed or encrypted reasoning comes back verbatim",
    notApplicable: withoutReasoning,
    async run(rig) {
      expectRoundTrip(rig, "reasoning", rig.samples.reasoning ?? []);
    },
  },
  {
    id: "reasoning-with-follower",
    promise: "Reasoning is sent with the output that followed it, or not at all",
    notApplicable: withoutReasoning,
    async run(rig) {
      for (const tokens of [1, 30, 60, 90, 120]) {
        const policy = { ...EAGER, keep: { type: "tokens", tokens } } as const;
        await using conversation = await converse(rig, { policy, tools: [lookUp] });
        await conversation.write(asItems(smallTalk(3)));
        await conversation.turn("What does the catalogue say?", [
          {
            type: "answer",
            reasoning: "The catalogue has to be looked up before anything can be said about it.",
            calls: [{ name: "look_up", arguments: '{"key":"catalogue"}' }],
          },
          { type: "answer", reasoning: "That was to be expected.", text: "It says little." },
        ]);
        await conversation.turn("And what else?");
        const when = `with ${tokens} tokens kept`;
        expectNoBrokenRules(conversation, when);
        for (const messages of conversation.seen())
          for (const [index, message] of messages.entries())
            assert.ok(
              !isReasoningAlone(message) || messages[index + 1]?.role === "assistant",
              `${when}, reasoning was sent without what it led to`,
            );
      }
    },
  },
  {
    id: "transcript-on-the-wire",
    promise: "Without a compaction the model receives all messages in order",
    async run(rig) {
      await using conversation = await converse(rig, { written: sampleTranscript });
      await conversation.turn("The question of this turn.");
      expectNoBrokenRules(conversation, "with the sample transcript");
      const sent = newestSeen(conversation);
      const expected = sampleTranscript.flatMap(textsOf);
      assert.deepEqual(
        sent.flatMap(textsOf),
        [...expected, "The question of this turn."],
        "the model should receive the texts of the transcript",
      );
    },
  },
  {
    id: "reused-call-ids",
    promise: "Calls of different turns that share an id are sent with ids of their own",
    notApplicable: ({ facts }) =>
      facts.dropsReusedCalls === true ? "the host drops one of two calls with the same id" : null,
    async run(rig) {
      await using conversation = await converse(rig, { tools: [lookUp] });
      await conversation.write(asItems(["First", "Second", "Third"].flatMap(lookedUp)));
      await conversation.turn("And now?");
      expectNoBrokenRules(conversation, "with calls that share an id");
      const sent = newestSeen(conversation);
      const called = sent.flatMap((message) => toolCalls(message).map(({ callId }) => callId));
      const answered = sent.flatMap((each) => (each.role === "tool" ? [each.callId] : []));
      assert.equal(new Set(called).size, 3, `each call should have an id of its own: ${IDS_WIN}`);
      assert.deepEqual(answered, called, `each call should be followed by its result: ${IDS_WIN}`);
    },
  },
];

const IDS_WIN = "the ids of calls in `message` win over those of the original";

/** A turn whose call has the same id as those of other turns. */
function lookedUp(question: string): readonly Message[] {
  const call = { callId: "one", name: "look_up" };
  return [
    userMessage(`${question} question?`),
    assistantMessage("", [{ ...call, arguments: '{"key":"catalogue"}' }]),
    toolMessage(call, `${question} result.`),
    assistantMessage(`${question} answer.`),
  ];
}

const lookUp = {
  name: "look_up",
  description: "Looks something up.",
  parameters: { type: "object", properties: { key: { type: "string" } } },
  run: async () => "The catalogue is open.",
};

/** APIs with items have reasoning as a separate item before its output. */
function isReasoningAlone({ role, parts }: Message): boolean {
  return role === "assistant" && parts.every(({ type }) => type === "reasoning");
}

function textsOf(message: Message): readonly string[] {
  return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
}

function withoutReasoning({ samples }: AdapterRig): string | null {
  return samples.reasoning === null ? "the host's messages hold no reasoning" : null;
}

function expectRoundTrip(rig: AdapterRig, name: string, sample: readonly Json[]): void {
  assert.ok(sample.length > 0, `samples.${name} should hold messages of the host`);
  assert.deepEqual(rig.roundTrip(sample), sample, `samples.${name} should come back unchanged`);
}
