import assert from "node:assert/strict";
import type { Item, Message } from "@cutpoint/core";
import {
  asItems,
  type Conversation,
  converse,
  countWith,
  EAGER,
  expectNoBrokenRules,
  newestSeen,
  smallTalk,
  wordsOf,
} from "./conversation.ts";
import type { AdapterCase, AdapterRig } from "./rig.ts";
import { summaryText } from "./scripted-summarizer.ts";

const keepsBeside = ({ facts }: AdapterRig): string | null =>
  facts.persists === "view" ? null : "no mark stands beside messages that others can change";

/** What becomes of a compaction whose messages somebody changes behind the adapter's back. */
export const tamperCases: readonly AdapterCase[] = [
  {
    id: "messages-appended",
    promise: "What somebody else appends after a compaction is sent, and the compaction stands",
    notApplicable: ({ facts }) =>
      facts.persists === "view" || facts.persists === "log"
        ? null
        : "no mark stands beside what is stored",
    async run(rig) {
      await using conversation = await converse(rig, { policy: EAGER });
      await conversation.write(asItems(smallTalk(5)));
      await conversation.turn("What now?", ["Now we wait."]);
      await conversation.write([...(await conversation.stored()), ...asItems(FROM_ELSEWHERE)]);
      await conversation.turn("And then?");
      expectNoBrokenRules(conversation, "after somebody else appended");
      const sent = newestSeen(conversation);
      assert.equal(
        countWith(sent, "A word from elsewhere."),
        1,
        "what was appended should be sent",
      );
      assert.equal(countWith(sent, summaryText(1)), 1, "the summary should be sent once");
      assert.equal(conversation.summarizer.asked().length, 1, "nothing should be compacted again");
    },
  },
  {
    id: "kept-message-edited",
    promise: "A message that is edited after a compaction is sent as it is now",
    notApplicable: keepsBeside,
    async run(rig) {
      await expectRepaired(rig, "after an edit", (items) =>
        items.map((item) =>
          wordsOf(item.message).startsWith("What now?") ? { ...item, message: EDITED } : item,
        ),
      );
    },
  },
  {
    id: "covered-message-edited",
    promise:
      "An edit of what a summary covers drops the summary and says so, or leaves it in force",
    notApplicable: keepsBeside,
    async run(rig) {
      await expectRepaired(rig, "after an edit of what is covered", (items) =>
        items.map((item, index) => (index === 0 ? { ...item, message: EDITED } : item)),
      );
    },
  },
  {
    id: "messages-removed",
    promise:
      "Where messages are deleted, the mark is repaired or dropped and says so, and what is left is sent",
    notApplicable: keepsBeside,
    async run(rig) {
      for (const count of [1, 4, 8])
        await expectRepaired(rig, `after the first ${count} messages were deleted`, (items) =>
          items.slice(count),
        );
      await expectRepaired(rig, "after all but the last messages were deleted", (items) =>
        items.slice(-2),
      );
    },
  },
  {
    id: "messages-reordered",
    promise: "Where messages are put in another order, none is lost and none is sent twice",
    notApplicable: keepsBeside,
    async run(rig) {
      await expectRepaired(rig, "after turns were swapped", (items) => [
        ...items.slice(2, 4),
        ...items.slice(0, 2),
        ...items.slice(4),
      ]);
      await expectRepaired(rig, "after the newest turn was put first", (items) => [
        ...items.slice(-2),
        ...items.slice(0, -2),
      ]);
    },
  },
];

const EDITED: Message = {
  role: "user",
  provenance: "user",
  parts: [{ type: "text", text: "This is what I meant to ask." }],
};

const FROM_ELSEWHERE: readonly Message[] = [
  { role: "user", provenance: "user", parts: [{ type: "text", text: "A word from elsewhere." }] },
  { role: "assistant", parts: [{ type: "text", text: "It was heard." }] },
];

/**
 * Compacts, changes what is stored, goes on: all that is stored is then sent once or covered by the summary that was made
 * before, and a summary that is dropped is not dropped without a word.
 */
async function expectRepaired(
  rig: AdapterRig,
  when: string,
  change: (items: readonly Item[]) => readonly Item[],
): Promise<void> {
  await using conversation = await converse(rig, { policy: EAGER });
  await conversation.write(asItems(smallTalk(5)));
  await conversation.turn("What now?", ["Now we wait."]);
  const covered = coveredBy(conversation);
  const coveredIds = new Set(itemsCoveredBy(conversation).map(({ id }) => id));
  await conversation.write(change(await conversation.stored()));
  const { warnings, text } = await conversation.turn("And then?", ["Then we go."]);
  assert.equal(text, "Then we go.", `${when}, the turn should be answered`);
  expectNoBrokenRules(conversation, when);

  const fresh = conversation.summarizer.asked().at(-1);
  const isMadeAnew = conversation.summarizer.asked().length > 1;
  const isDropped = isMadeAnew && fresh?.previousSummary === null;
  const sent = newestSeen(conversation);
  const isThere = sent.some((message) => wordsOf(message).includes("Summary number"));
  if (isDropped || !isThere)
    assert.notDeepEqual(warnings, [], `${when}, a summary was dropped without a warning`);
  const toldAgain = new Set(isMadeAnew ? coveredBy(conversation) : []);
  for (const { id, message } of await conversation.stored()) {
    const words = wordsOf(message);
    if (words === "Then we go.") continue;
    const times = sent.filter((each) => wordsOf(each) === words).length;
    const wasCovered = covered.includes(words) || coveredIds.has(id);
    const isCovered = toldAgain.has(words) || (isThere && !isDropped && wasCovered);
    assert.ok(
      times === 1 || (times === 0 && (isCovered || carries(sent, words))),
      `${when}, ${JSON.stringify(words.slice(0, 60))} is sent ${times} times`,
    );
  }
}

function itemsCoveredBy({ summarizer }: Conversation): readonly Item[] {
  const request = summarizer.asked().at(-1);
  return [...(request?.items ?? []), ...(request?.turnPrefix ?? [])];
}

function coveredBy(conversation: Conversation): readonly string[] {
  return itemsCoveredBy(conversation).map(({ message }) => wordsOf(message));
}

/** Whether a summary says these words, as it does with those of a human. */
function carries(sent: readonly Message[], words: string): boolean {
  return sent.some((message) => wordsOf(message).includes(words));
}
