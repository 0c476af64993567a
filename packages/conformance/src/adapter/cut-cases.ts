import assert from "node:assert/strict";
import { createEstimator, isContextOverflow, type Message } from "@cutpoint/core";
import {
  asItems,
  converse,
  countWith,
  EAGER,
  expectNoBrokenRules,
  expectOneCompaction,
  expectStillStored,
  IDLE,
  newestSeen,
  rejection,
  smallTalk,
  wordsOf,
} from "./conversation.ts";
import type { AdapterCase, AdapterTool } from "./rig.ts";
import { sampleTranscript, transcriptFor } from "./sample-transcript.ts";
import { summaryText } from "./scripted-summarizer.ts";

/** When the adapter compacts, where it cuts, and what it sends. */
export const cutCases: readonly AdapterCase[] = [
  {
    id: "no-trigger",
    promise: "Until a compaction is needed, requests equal those of the host without the adapter",
    async run(rig) {
      const bodies = async (withAdapter: boolean): Promise<readonly unknown[]> => {
        await using conversation = await converse(rig, {
          withAdapter,
          system: "Answer in few words.",
          tools: [noteTaker],
        });
        await conversation.write(asItems(sampleTranscript));
        await conversation.turn("Take a note, please.", [
          { type: "answer", calls: [{ name: "note", arguments: '{"text":"x"}', id: "note-1" }] },
          "It is written down.",
        ]);
        await conversation.turn("Thank you.", ["You are welcome."]);
        return conversation.requests().map(({ body }) => body);
      };
      assert.deepEqual(await bodies(true), await bodies(false));
    },
  },
  {
    id: "compacts-when-due",
    promise:
      "A needed compaction happens before the request, which contains the summary and not the compacted messages",
    async run(rig) {
      await using conversation = await converse(rig, { policy: EAGER, written: smallTalk(5) });
      await conversation.turn("What now?");
      const sent = newestSeen(conversation);
      const summaries = sent.map(wordsOf).join("\n").split(summaryText(1)).length - 1;
      assert.equal(summaries, 1, "the summary should be sent once");
      assert.equal(countWith(sent, "Earlier answer 1."), 0, "what it covers should not be sent");
      assert.equal(countWith(sent, "What now?"), 1, "the question should be sent once");
    },
  },
  {
    id: "cut-at-every-position",
    promise:
      "The provider accepts the request for every cut of a transcript, and the question is in it",
    async run(rig) {
      const cuts = new Set<number>();
      const transcript = transcriptFor(rig);
      for (const tokens of tokensOfTails(transcript)) {
        const policy = { ...EAGER, keep: { type: "tokens", tokens } } as const;
        await using conversation = await converse(rig, { policy, written: transcript });
        await conversation.turn("The question of this turn.");
        const when = `with ${tokens} tokens kept`;
        expectNoBrokenRules(conversation, when);
        const sent = newestSeen(conversation);
        assert.equal(
          countWith(sent, "The question of this turn."),
          1,
          `${when}, the question should be sent once`,
        );
        if (conversation.summarizer.asked().length > 0) cuts.add(sent.length);
      }
      assert.ok(cuts.size >= 5, `only ${cuts.size} different cuts were made: expected at least 5`);
    },
  },
  {
    id: "transcript-cut-short",
    promise:
      "A transcript that ends anywhere, even between parallel tool calls, is completed for the model",
    async run(rig) {
      for (let length = 1; length <= sampleTranscript.length; length += 1) {
        const transcript = sampleTranscript.slice(0, length);
        if (rig.facts.rejectsOpenCalls === true && hasOpenCalls(transcript)) continue;
        await using conversation = await converse(rig, { policy: IDLE, written: transcript });
        await conversation.turn("The question of this turn.");
        expectNoBrokenRules(conversation, `with the first ${length} messages`);
        const sent = newestSeen(conversation);
        assert.equal(countWith(sent, "The question of this turn."), 1);
      }
    },
  },
  {
    id: "first-summary-kept",
    promise:
      "After a second compaction, the first summary is sent before the second one, unless that replaces it",
    async run(rig) {
      await using conversation = await converse(rig, { policy: EAGER, written: smallTalk(5) });
      await conversation.turn("The first question of today.", ["Long words. ".repeat(60)]);
      for (let turn = 0; conversation.summarizer.asked().length < 2; turn += 1) {
        assert.ok(turn < 12, "after a dozen turns there should have been a second compaction");
        await conversation.turn(`And then, number ${turn}?`, ["Many words. ".repeat(60)]);
      }
      if (rig.facts.compactsAfterTurn === true) await conversation.turn("And after that?");
      expectNoBrokenRules(conversation, "after two compactions");
      const received = conversation.summarizer.asked()[1]?.previousSummary ?? null;
      const text = newestSeen(conversation).map(wordsOf).join("\n");
      const [, ...afterFirst] = text.split(summaryText(1));
      assert.equal(text.split(summaryText(2)).length, 2, "the second summary should be sent once");
      if (received === null)
        assert.ok(
          afterFirst.length === 1 && afterFirst[0]?.includes(summaryText(2)),
          "the first summary should be sent once, before the second",
        );
      else {
        assert.equal(received, summaryText(1), "the second summary should receive the first");
        assert.equal(afterFirst.length, 0, "the first summary should be replaced");
      }
    },
  },
  {
    id: "system-and-tools-counted",
    promise: "Instructions and tools count for the trigger, not only messages",
    async run(rig) {
      const policy = {
        trigger: { type: "tokens", tokens: 3_000 },
        keep: { type: "tokens", tokens: 200 },
        summaryTokens: 300,
        keepUserTokens: 100,
        minimumProgress: 0,
      } as const;
      for (const [what, options] of [
        ["instructions", { system: "Answer in few words. ".repeat(400) }],
        ["tools", { tools: [{ ...noteTaker, description: "Takes a note. ".repeat(450) }] }],
        ["neither", {}],
      ] as const) {
        await using conversation = await converse(rig, { policy, ...options });
        await conversation.write(asItems(smallTalk(16)));
        await conversation.turn("What now?");
        assert.equal(
          conversation.summarizer.asked().length,
          what === "neither" ? 0 : 1,
          `with ${what}, the conversation should ${what === "neither" ? "not " : ""}be compacted`,
        );
      }
    },
  },
  {
    id: "view-stable-in-turn",
    promise: "Each request of a turn extends the one before it, and one compaction is enough",
    async run(rig) {
      await using conversation = await converse(rig, { policy: EAGER, tools: [noteTaker] });
      await conversation.write(asItems(smallTalk(5)));
      const note = {
        type: "answer",
        calls: [{ name: "note", arguments: '{"text":"x"}' }],
      } as const;
      await conversation.turn("Take two notes.", [note, note, "Both are written down."]);
      expectNoBrokenRules(conversation, "in a turn of three requests");
      const [first, ...later] = conversation.seen().map((messages) => messages.map(wordsOf));
      assert.equal(later.length, 2, "the turn should take three requests");
      for (const messages of later)
        assert.deepEqual(
          messages.slice(0, first?.length),
          first,
          "the next request should begin with the last one",
        );
      expectOneCompaction(rig, conversation);
    },
  },
  {
    id: "giant-result-in-turn",
    promise: "A tool result larger than the window does not end the turn",
    notApplicable: ({ facts }) =>
      facts.compacts === "each-turn" ? "the adapter runs once for a turn" : null,
    async run(rig) {
      await using conversation = await converse(rig, {
        policy: {},
        tools: [giant],
        windowTokens: 12_000,
      });
      await conversation.write(asItems(smallTalk(4)));
      const { text } = await conversation.turn("Take a note of everything.", [
        { type: "answer", calls: [{ name: "note", arguments: "{}" }] },
        "It was a lot.",
      ]);
      expectNoBrokenRules(conversation, "with a result larger than the window");
      assert.equal(text, "It was a lot.", "the turn should end with the model's answer");
      const sent = newestSeen(conversation);
      assert.equal(countWith(sent, "Take a note of everything."), 1, "the question should be sent");
      assert.ok(
        sent.some(({ role }) => role === "tool"),
        "part of the unread result should be sent",
      );
    },
  },
  {
    id: "giant-result-ends-turn",
    promise:
      "If the adapter runs once for a turn, a tool result larger than the window ends the turn with the provider's error, and nothing is lost",
    notApplicable: ({ facts }) =>
      facts.compacts === "each-turn" ? null : "the adapter runs before each call",
    async run(rig) {
      await using conversation = await converse(rig, {
        policy: {},
        tools: [giant],
        windowTokens: 12_000,
      });
      await conversation.write(asItems(smallTalk(4)));
      const before = await conversation.stored();
      const note = { type: "answer", calls: [{ name: "note", arguments: "{}" }] } as const;
      const error = await rejection(
        conversation.turn("Take a note.", [note]),
        "with a giant result",
      );
      assert.ok(
        isContextOverflow(error),
        `the error should tell of the overflow: ${String(error)}`,
      );
      expectStillStored(before, await conversation.stored(), "after a giant result");
    },
  },
];

const noteTaker: AdapterTool = {
  name: "note",
  description: "Takes a note.",
  parameters: { type: "object", properties: { text: { type: "string" } } },
  run: async () => "Noted.",
};

const giant: AdapterTool = {
  ...noteTaker,
  run: async () => "All work and no play makes a long result. ".repeat(4_000),
};

/** Tokens of the last one, two, three … messages, to cut before each of them. */
function tokensOfTails(messages: readonly Message[]): readonly number[] {
  const estimator = createEstimator();
  let tokens = 1;
  return messages.toReversed().map((message) => (tokens += estimator.estimate(message)));
}

function hasOpenCalls(transcript: readonly Message[]): boolean {
  const answered = new Set(
    transcript.flatMap((message) => (message.role === "tool" ? [message.callId] : [])),
  );
  return transcript.some((message) =>
    message.parts.some((part) => part.type === "tool-call" && !answered.has(part.callId)),
  );
}
