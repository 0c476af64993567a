import assert from "node:assert/strict";
import {
  asItems,
  converse,
  countWith,
  EAGER,
  expectNoBrokenRules,
  expectStillStored,
  newestSeen,
  rejection,
  smallTalk,
  wordsOf,
} from "./conversation.ts";
import type { AdapterCase, AdapterRig } from "./rig.ts";
import {
  CALLS_PER_SUMMARY,
  createScriptedSummarizer,
  summaryText,
  type Summarizing,
} from "./scripted-summarizer.ts";

const FAILURE_TEXT = "Error generating summary: the service is away";

/** Handling of good and bad summarizers. */
export const summaryCases: readonly AdapterCase[] = [
  failing("summarizer-throws", "throws", () => {
    throw new Error(FAILURE_TEXT);
  }),
  failing("summarizer-says-nothing", "returns no text", () => " \n"),
  failing("summarizer-says-more", "returns more text than it summarizes", () =>
    "Unnecessary words. ".repeat(20_000),
  ),
  {
    id: "summary-verbatim",
    promise:
      "A summary is not a pattern or template: `$&`, `$1`, `{0}` and `%s` reach the model unchanged",
    async run(rig) {
      const text = "The total is $& and $1, {0} of {{sum}}, 100 %s and \\n, `$'` aside.";
      const summarizer = createScriptedSummarizer(() => text);
      await using conversation = await converse(rig, { policy: EAGER, summarizer });
      await conversation.write(asItems(smallTalk(5)));
      await conversation.turn("What now?");
      assert.equal(countWith(newestSeen(conversation), text), 1, "the summary should be sent");
    },
  },
  {
    id: "summary-calls-counted-once",
    promise: "The usage of summary calls is reported once, with the turn that made it",
    async run(rig) {
      await using conversation = await converse(rig, { policy: EAGER, tools: [noteTaker] });
      await conversation.write(asItems(smallTalk(5)));
      const note = { type: "answer", calls: [{ name: "note", arguments: "{}" }] } as const;
      const first = await conversation.turn("Take a note.", [note, "It is written down."]);
      const second = await conversation.turn("Thanks.", ["You are welcome."]);
      const made = conversation.summarizer.asked().length;
      assert.ok(made > 0, "there should be a compaction");
      assert.ok(first.summaryCalls > 0, "the first turn, which made it, should book it");
      const reported = first.summaryCalls + second.summaryCalls;
      // A compaction after a turn may be reported as one call.
      const after = rig.facts.compactsAfterTurn === true ? made - 1 : 0;
      const expected = [0, CALLS_PER_SUMMARY - 1].map(
        (combined) => made * CALLS_PER_SUMMARY - after * combined,
      );
      assert.ok(
        expected.includes(reported),
        `${reported} calls are reported for ${made} summaries: expected ${expected.join(" or ")}`,
      );
    },
  },
  {
    id: "summary-not-streamed",
    promise: "The user receives the answer and no part of a summary",
    notApplicable: (rig) => (rig.facts.streaming ? null : "the host does not stream"),
    async run(rig) {
      await using conversation = await converse(rig, { policy: EAGER, written: smallTalk(5) });
      const { pieces, text } = await conversation.turn("What now?", ["Now we wait for a while."]);
      assert.equal(conversation.summarizer.asked().length, 1, "there should be a compaction");
      assert.equal(text, "Now we wait for a while.");
      assert.equal(pieces.join(""), text, "the pieces should be those of the answer");
    },
  },
  {
    id: "answer-whole-at-once",
    promise: "A host without streaming returns its answer at once",
    notApplicable: (rig) => (rig.facts.streaming ? "the host streams" : null),
    async run(rig) {
      await using conversation = await converse(rig);
      const { pieces, text } = await conversation.turn("What now?", ["Now we wait for a while."]);
      assert.equal(text, "Now we wait for a while.");
      assert.deepEqual(pieces, [], "nothing should be streamed");
    },
  },
  {
    id: "abort-while-summarizing",
    promise:
      "A turn that is aborted while a summary is made ends at once, without a request, and nothing is lost",
    async run(rig) {
      const controller = new AbortController();
      const summarizer = createScriptedSummarizer(async (index) => {
        if (index > 1) return summaryText(index);
        controller.abort(new Error("the user has left"));
        return new Promise<string>(() => {});
      });
      await using conversation = await converse(rig, { policy: EAGER, summarizer });
      await conversation.write(asItems(smallTalk(5)));
      const before = await conversation.stored();
      await rejection(
        conversation.turn("What now?", [], controller.signal),
        "when it is given up while a summary is made",
      );
      assert.equal(conversation.requests().length, 0, "no request should be made");
      expectStillStored(before, await conversation.stored(), "after a turn was given up");
      const { text } = await conversation.turn("And now?", ["Now it works."]);
      assert.equal(text, "Now it works.", "the next turn should be answered");
      expectNoBrokenRules(conversation, "after a turn was given up");
    },
  },
];

const noteTaker = {
  name: "note",
  description: "Takes a note.",
  parameters: { type: "object", properties: {} },
  run: async () => "Noted.",
};

/** A failing summarizer must not stop the turn: the whole conversation is sent, and nothing is lost. */
function failing(id: string, does: string, summarizing: Summarizing): AdapterCase {
  return {
    id,
    promise: `If the summarizer ${does}, the turn continues with the whole conversation, and nothing is lost`,
    run: (rig) => runFailing(rig, `when the summarizer ${does}`, summarizing),
  };
}

async function runFailing(rig: AdapterRig, when: string, summarizing: Summarizing): Promise<void> {
  const summarizer = createScriptedSummarizer(summarizing);
  await using conversation = await converse(rig, { policy: EAGER, summarizer });
  const said = smallTalk(5);
  await conversation.write(asItems(said));
  const before = await conversation.stored();
  const { text } = await conversation.turn("What now?", ["Now we wait."]);
  assert.ok(summarizer.asked().length > 0, `${when}, it should have been asked`);
  assert.equal(text, "Now we wait.", `${when}, the turn should be answered`);
  expectNoBrokenRules(conversation, when);
  const sent = newestSeen(conversation).map(wordsOf);
  for (const message of said)
    assert.ok(sent.includes(wordsOf(message)), `${when}, the whole conversation should be sent`);
  assert.ok(
    !sent.some((words) => words.includes(FAILURE_TEXT)),
    `${when}, the error is no summary`,
  );
  expectStillStored(before, await conversation.stored(), when);
}
