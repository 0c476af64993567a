import assert from "node:assert/strict";
import { assistantMessage, type Item, toolMessage } from "@cutpoint/core";
import {
  asItems,
  type Conversation,
  converse,
  countWith,
  EAGER,
  expectNoBrokenRules,
  expectStillStored,
  IDLE,
  newestSeen,
  rejection,
  smallTalk,
  wordsOf,
} from "./conversation.ts";
import type { AdapterCase, AdapterRig } from "./rig.ts";
import { summaryText } from "./scripted-summarizer.ts";

const stores = ({ facts }: AdapterRig): string | null =>
  facts.persists === "none" ? "the host stores no messages" : null;

const keepsAll = ({ facts }: AdapterRig): boolean =>
  facts.persists === "view" || facts.persists === "log";

const HARD_QUESTION = '  Why is `a < b && c` — not "d"?\n\tÄ, 漢字, 👩‍🚀 and $& too.\r\n ';

const SERVER_ERROR = { type: "failure", failure: "server-error", retryAfterSeconds: 0 } as const;

const LINES = "A line that was looked up. ".repeat(200);

/** A call with a long result. */
const LOOKED_UP = [
  assistantMessage("", [{ callId: "a", name: "look_up", arguments: "{}" }]),
  toolMessage({ callId: "a", name: "look_up" }, LINES),
];

/** Stored messages after a compaction. */
export const storageCases: readonly AdapterCase[] = [
  {
    id: "question-verbatim",
    promise: "The user's question is stored once and verbatim, even if its turn compacts",
    notApplicable: stores,
    async run(rig) {
      await using conversation = await converse(rig, { policy: EAGER, written: smallTalk(5) });
      await conversation.turn(HARD_QUESTION, ["That is why."]);
      assert.equal(conversation.summarizer.asked().length, 1, "there should be a compaction");
      const asked = (await conversation.stored()).filter(
        ({ message }) => message.role === "user" && wordsOf(message) === HARD_QUESTION,
      );
      assert.equal(asked.length, 1, "the question should be stored once and verbatim");
    },
  },
  {
    id: "nothing-stored-twice",
    promise:
      "Over ten turns with compactions each question and answer is stored once, and nothing is inserted",
    notApplicable: stores,
    async run(rig) {
      await using conversation = await converse(rig, { policy: EAGER });
      for (let turn = 1; turn <= 10; turn += 1)
        await conversation.turn(question(turn), [answer(turn)]);
      expectNoBrokenRules(conversation, "over ten turns");
      assert.ok(conversation.summarizer.asked().length > 0, "there should be compactions");
      const stored = (await conversation.stored()).map(({ message }) => message);
      const newest = rig.facts.persists === "replace" ? 10 : 1;
      for (let turn = newest; turn <= 10; turn += 1)
        for (const text of [question(turn), answer(turn)])
          assert.equal(stored.filter((each) => wordsOf(each) === text).length, 1, text);
      if (keepsAll(rig)) assert.equal(stored.length, 20, "20 messages should be stored");
      const summaries = stored.flatMap((each) => wordsOf(each).match(/Summary number \d+/gu) ?? []);
      const expected = rig.facts.persists === "replace" ? [...new Set(summaries)] : [];
      assert.deepEqual(summaries, expected, "a summary should be stored once, if at all");
    },
  },
  {
    id: "raw-history-kept",
    promise: "A compaction removes nothing from the stored messages",
    notApplicable: (rig) => (keepsAll(rig) ? null : "the host does not keep compacted messages"),
    async run(rig) {
      await using conversation = await compacted(rig);
      const stored = await conversation.stored();
      expectStillStored(asItems(smallTalk(5)), stored, "after a compaction");
    },
  },
  {
    id: "stored-unchanged",
    promise: "A compaction that prunes tool output leaves it in the stored messages",
    notApplicable: (rig) => (keepsAll(rig) ? null : "the host does not keep compacted messages"),
    async run(rig) {
      await using conversation = await converse(rig, { policy: EAGER });
      const [first, second, ...others] = smallTalk(5);
      assert.ok(first && second);
      await conversation.write(asItems([first, ...LOOKED_UP, second, ...others]));
      await conversation.turn("What now?", ["Now we wait."]);
      assert.equal(conversation.summarizer.asked().length, 1, "there should be a compaction");
      const stored = (await conversation.stored()).map(({ message }) => message);
      assert.equal(countWith(stored, LINES), 1, "the result should be stored");
    },
  },
  {
    id: "history-replaced",
    promise: "After a compaction the view is stored: the summary and the kept messages",
    notApplicable: ({ facts }) =>
      facts.persists === "replace" ? null : "the host does not replace compacted messages",
    async run(rig) {
      await using conversation = await compacted(rig);
      const stored = (await conversation.stored()).map(({ message }) => message);
      assert.equal(countWith(stored, summaryText(1)), 1, "the summary should be stored once");
      assert.equal(countWith(stored, "Earlier answer 1."), 0, "compacted messages should be gone");
      assert.equal(countWith(stored, "What now?"), 1, "the question should be stored once");
    },
  },
  {
    id: "nothing-in-a-closure",
    promise: "A second instance of the adapter continues from the state of the host alone",
    async run(rig) {
      await using conversation = await compacted(rig);
      const [before] = conversation.seen();
      await conversation.reopen("adapter");
      await conversation.turn("And then?");
      expectWentOn(conversation, before ?? []);
    },
  },
  {
    id: "outlives-an-error",
    promise:
      "A compaction stays in force if the request after it fails, or is made again if the host drops what a failed step wrote",
    async run(rig) {
      const summaries = rig.facts.failedSteps === "discarded" ? 2 : 1;
      await using conversation = await converse(rig, { policy: EAGER });
      await conversation.write(asItems(smallTalk(5)));
      const steps = Array.from({ length: 20 }, () => SERVER_ERROR);
      await rejection(conversation.turn("What now?", steps), "after an error of the server");
      assert.equal(conversation.summarizer.asked().length, 1, "there should be a compaction");
      conversation.skip();
      const { summaryCalls } = await conversation.turn("And then?");
      const sent = newestSeen(conversation);
      assert.equal(countWith(sent, summaryText(summaries)), 1, "the summary should be sent once");
      assert.equal(conversation.summarizer.asked().length, summaries, "summaries");
      if (summaries === 1)
        assert.equal(summaryCalls, 0, "the usage of the failed turn should not be reported again");
    },
  },
  {
    id: "conversations-apart",
    promise: "A compaction of one conversation changes no other one, even with equal messages",
    async run(rig) {
      await using other = await converse(rig, { policy: IDLE, written: smallTalk(5) });
      await using _ = await compacted(rig);
      await other.turn("What now?", ["Now we wait."]);
      const sent = newestSeen(other);
      assert.equal(countWith(sent, summaryText(1)), 0, "the other summary should not be sent");
      assert.equal(countWith(sent, "Earlier answer 1."), 1, "all messages should be sent");
    },
  },
  {
    id: "outlives-the-process",
    promise: "Messages and compactions are still there after the process restarts",
    notApplicable: ({ facts }) =>
      facts.durable ? null : "the host stores nothing beyond its process",
    async run(rig) {
      await using conversation = await compacted(rig);
      const [before] = conversation.seen();
      const stored = await conversation.stored();
      await conversation.reopen("process");
      assert.deepEqual(
        ids(await conversation.stored()),
        ids(stored),
        "the stored messages should be the same",
      );
      await conversation.turn("And then?");
      expectWentOn(conversation, before ?? []);
    },
  },
  {
    id: "ends-with-the-process",
    promise: "Nothing is left after the process restarts, neither messages nor a summary",
    notApplicable: ({ facts }) =>
      facts.durable ? "stored messages outlive the process of the host" : null,
    async run(rig) {
      await using conversation = await compacted(rig);
      await conversation.reopen("process");
      assert.deepEqual(ids(await conversation.stored()), [], "nothing should be stored");
      await conversation.turn("And then?");
      const sent = newestSeen(conversation);
      assert.equal(countWith(sent, summaryText(1)), 0, "the summary should be gone");
      assert.equal(countWith(sent, "What now?"), 0, "the question should be gone");
    },
  },
  {
    id: "two-turns-at-once",
    promise: "Each of two concurrent turns gets its answer, and no message is lost",
    async run(rig) {
      await using conversation = await converse(rig, { policy: EAGER, written: smallTalk(5) });
      const said = ["The left answer.", "The right answer."];
      const results = await Promise.all([
        conversation.turn("The left question?", said),
        conversation.turn("The right question?"),
      ]);
      assert.deepEqual(results.map(({ text }) => text).sort(), said);
      expectNoBrokenRules(conversation, "with two turns at once");
      const stored = (await conversation.stored()).map(({ message }) => message);
      if (keepsAll(rig))
        for (const text of ["The left question?", "The right question?", ...said])
          assert.equal(countWith(stored, text), 1, `${JSON.stringify(text)} should be stored once`);
      await conversation.turn("And then?");
      expectNoBrokenRules(conversation, "after two turns at once");
    },
  },
];

function question(turn: number): string {
  return `Question ${turn} of ten: what comes next? ${"Tell me more of it. ".repeat(8)}Please.`;
}

function answer(turn: number): string {
  return `Answer ${turn} of ten. ${"There is more to tell. ".repeat(8)}`;
}

/** A conversation directly after its first compaction. */
async function compacted(rig: AdapterRig): Promise<Conversation> {
  const conversation = await converse(rig, { policy: EAGER });
  await conversation.write(asItems(smallTalk(5)));
  await conversation.turn("What now?", ["Now we wait."]);
  return conversation;
}

function expectWentOn(conversation: Conversation, before: Parameters<typeof countWith>[0]): void {
  const sent = newestSeen(conversation).map(wordsOf);
  assert.deepEqual(
    sent.slice(0, before.length),
    before.map(wordsOf),
    "the next request should begin with the last one",
  );
  assert.equal(conversation.summarizer.asked().length, 1, "nothing should be summarized again");
}

function ids(items: readonly Item[]): readonly string[] {
  return items.map(({ id }) => id);
}
