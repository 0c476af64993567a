import assert from "node:assert/strict";
import type { Item } from "@cutpoint/core";
import {
  asItems,
  type Conversation,
  converse,
  countWith,
  EAGER,
  expectNoBrokenRules,
  expectStillStored,
  newestSeen,
  smallTalk,
  wordsOf,
} from "./conversation.ts";
import type { AdapterCase, AdapterRig } from "./rig.ts";
import { summaryText } from "./scripted-summarizer.ts";

const stores = ({ facts }: AdapterRig): string | null =>
  facts.persists === "none" ? "the host stores no messages" : null;

/** Whether a compaction takes nothing away from what is stored. */
const keepsAll = ({ facts }: AdapterRig): boolean =>
  facts.persists === "view" || facts.persists === "log";

const HARD_QUESTION = '  Why is `a < b && c` — not "d"?\n\tÄ, 漢字, 👩‍🚀 and $& too.\r\n ';

/** What the host has stored after a compaction. */
export const storageCases: readonly AdapterCase[] = [
  {
    id: "question-to-the-letter",
    promise:
      "The human's question of the turn is stored to the letter, once, also when that turn compacts",
    notApplicable: stores,
    async run(rig) {
      await using conversation = await converse(rig, { policy: EAGER });
      await conversation.write(asItems(smallTalk(5)));
      await conversation.turn(HARD_QUESTION, ["That is why."]);
      assert.equal(conversation.summarizer.asked().length, 1, "there should be a compaction");
      const asked = (await conversation.stored()).filter(
        ({ message }) => message.role === "user" && wordsOf(message) === HARD_QUESTION,
      );
      assert.equal(asked.length, 1, "the question should be stored once, to the letter");
    },
  },
  {
    id: "nothing-stored-twice",
    promise:
      "Over ten turns with compactions each question and answer is stored once, and nothing was put in between",
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
      if (keepsAll(rig)) assert.equal(stored.length, 20, "20 messages were said");
      const summaries = stored.filter((each) => wordsOf(each).includes("Summary number"));
      const most = rig.facts.persists === "replace" ? 1 : 0;
      assert.ok(summaries.length <= most, `${summaries.length} summaries are stored`);
    },
  },
  {
    id: "raw-history-kept",
    promise: "A compaction takes nothing away from what is stored",
    notApplicable: (rig) => (keepsAll(rig) ? null : "the host does not keep what was compacted"),
    async run(rig) {
      await using conversation = await compacted(rig);
      const stored = await conversation.stored();
      expectStillStored(asItems(smallTalk(5)), stored, "after a compaction");
    },
  },
  {
    id: "history-replaced",
    promise: "What is stored after a compaction is the view: the summary and what was kept",
    notApplicable: ({ facts }) =>
      facts.persists === "replace" ? null : "the host does not replace what was compacted",
    async run(rig) {
      await using conversation = await compacted(rig);
      const stored = (await conversation.stored()).map(({ message }) => message);
      assert.equal(countWith(stored, summaryText(1)), 1, "the summary should be stored once");
      assert.equal(countWith(stored, "Earlier answer 1."), 0, "what it covers should be gone");
      assert.equal(countWith(stored, "What now?"), 1, "the question should be stored once");
    },
  },
  {
    id: "nothing-in-a-closure",
    promise: "A second instance of the adapter goes on from the host's state alone",
    async run(rig) {
      await using conversation = await compacted(rig);
      const [before] = conversation.seen();
      await conversation.reopen("adapter");
      await conversation.turn("And then?");
      expectWentOn(conversation, before ?? []);
    },
  },
  {
    id: "outlives-the-process",
    promise: "What was said and what was compacted is there when the process starts again",
    notApplicable: ({ facts }) =>
      facts.durable ? null : "what the host stores ends with its process",
    async run(rig) {
      await using conversation = await compacted(rig);
      const [before] = conversation.seen();
      const stored = await conversation.stored();
      await conversation.reopen("process");
      assert.deepEqual(ids(await conversation.stored()), ids(stored), "the same should be stored");
      await conversation.turn("And then?");
      expectWentOn(conversation, before ?? []);
    },
  },
  {
    id: "ends-with-the-process",
    promise:
      "Nothing is left when the process starts again, neither messages nor a summary of them",
    notApplicable: ({ facts }) =>
      facts.durable ? "what the host stores outlives its process" : null,
    async run(rig) {
      await using conversation = await compacted(rig);
      await conversation.reopen("process");
      assert.deepEqual(ids(await conversation.stored()), [], "nothing should be stored");
      await conversation.turn("And then?");
      const sent = newestSeen(conversation);
      assert.equal(countWith(sent, summaryText(1)), 0, "the summary should be gone");
      assert.equal(countWith(sent, "What now?"), 0, "what was said should be gone");
    },
  },
  {
    id: "two-turns-at-once",
    promise:
      "Of two turns at once on one conversation each gets its answer, and neither loses a message",
    async run(rig) {
      await using conversation = await converse(rig, { policy: EAGER });
      await conversation.write(asItems(smallTalk(5)));
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

/** A conversation right after its first compaction. */
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
    "what was sent should stand at the beginning of what is sent next",
  );
  assert.equal(conversation.summarizer.asked().length, 1, "nothing should be summarized again");
}

function ids(items: readonly Item[]): readonly string[] {
  return items.map(({ id }) => id);
}
