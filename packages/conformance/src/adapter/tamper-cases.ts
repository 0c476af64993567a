import assert from "node:assert/strict";
import { assistantMessage, type Item, type Message, userMessage } from "@cutpoint/core";
import {
  asItems,
  type Conversation,
  converse,
  countWith,
  EAGER,
  expectNoBrokenRules,
  expectOneCompaction,
  newestSeen,
  smallTalk,
  wordsOf,
} from "./conversation.ts";
import type { AdapterCase, AdapterRig } from "./rig.ts";
import { summaryText } from "./scripted-summarizer.ts";

const keepsBeside = ({ facts }: AdapterRig): string | null =>
  facts.persists === "view"
    ? null
    : "the host does not store the state next to messages that others can change";

/** Compactions whose messages are changed without the adapter. */
export const tamperCases: readonly AdapterCase[] = [
  {
    id: "messages-appended",
    promise:
      "Messages that another writer appends after a compaction are sent, and the compaction stays in force",
    notApplicable: ({ facts }) =>
      facts.persists === "view" || facts.persists === "log"
        ? null
        : "the host does not store the state next to its messages",
    async run(rig) {
      await using conversation = await converse(rig, { policy: EAGER, written: smallTalk(5) });
      await conversation.turn("What now?", ["Now we wait."]);
      await conversation.write([...(await conversation.stored()), ...asItems(APPENDED)]);
      await conversation.turn("And then?");
      expectNoBrokenRules(conversation, "after another writer appended");
      const sent = newestSeen(conversation);
      assert.equal(
        countWith(sent, "A word from elsewhere."),
        1,
        "appended messages should be sent",
      );
      assert.equal(countWith(sent, summaryText(1)), 1, "the summary should be sent once");
      expectOneCompaction(rig, conversation);
    },
  },
  {
    id: "kept-message-edited",
    promise: "A message that is edited after a compaction is sent with its new content",
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
    id: "compacted-message-edited",
    promise:
      "An edit of a compacted message drops the summary with a warning about it, or leaves it in force",
    notApplicable: keepsBeside,
    async run(rig) {
      for (const [place, message] of [
        [0, EDITED],
        [3, EDITED_ANSWER],
      ] as const)
        await expectRepaired(rig, `after an edit of message ${place}`, (items) =>
          items.map((item, index) => (index === place ? { ...item, message } : item)),
        );
    },
  },
  {
    id: "messages-removed",
    promise:
      "If messages are deleted, the state is repaired or dropped with a warning, and the remaining messages are sent",
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
    promise: "If messages are reordered, each is sent once",
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

const EDITED = userMessage("This is what I meant to ask.");

const EDITED_ANSWER = assistantMessage("This is what I meant to answer.");

const APPENDED = [userMessage("A word from elsewhere."), assistantMessage("Understood.")];

/**
 * Compacts, changes the stored messages and runs another turn.
 *
 * Each stored message must be sent once or be part of the earlier summary. A dropped summary needs a warning.
 */
async function expectRepaired(
  rig: AdapterRig,
  when: string,
  change: (items: readonly Item[]) => readonly Item[],
): Promise<void> {
  await using conversation = await converse(rig, { policy: EAGER, written: smallTalk(5) });
  await conversation.turn("What now?", ["Now we wait."]);
  const summarized = summarizedTexts(conversation);
  const summarizedIds = new Set(summarizedItems(conversation).map(({ id }) => id));
  await conversation.write(change(await conversation.stored()));
  const { warnings, text } = await conversation.turn("And then?", ["Then we go."]);
  assert.equal(text, "Then we go.", `${when}, the turn should be answered`);
  expectNoBrokenRules(conversation, when);

  const fresh = conversation.summarizer.asked().at(-1);
  const isNewSummary = conversation.summarizer.asked().length > 1;
  const isDropped = isNewSummary && fresh?.previousSummary === null;
  const sent = newestSeen(conversation);
  const isThere = sent.some((message) => wordsOf(message).includes("Summary number"));
  if (isDropped || !isThere)
    assert.ok(
      warnings.some((type) => type === "lost-boundary" || type === "repaired-boundary"),
      `${when}, a summary was dropped and the warnings are [${warnings.join()}]: expected lost-boundary`,
    );
  const summarizedAgain = new Set(isNewSummary ? summarizedTexts(conversation) : []);
  for (const { id, message } of await conversation.stored()) {
    const words = wordsOf(message);
    if (words === "Then we go.") continue;
    const times = sent.filter((each) => wordsOf(each) === words).length;
    const wasSummarized = summarized.includes(words) || summarizedIds.has(id);
    const isSummarized = summarizedAgain.has(words) || (isThere && !isDropped && wasSummarized);
    assert.ok(
      times === 1 || (times === 0 && (isSummarized || carries(sent, words))),
      `${when}, ${JSON.stringify(words.slice(0, 60))} is sent ${times} times`,
    );
  }
}

function summarizedItems({ summarizer }: Conversation): readonly Item[] {
  const request = summarizer.asked().at(-1);
  return [...(request?.items ?? []), ...(request?.turnPrefix ?? [])];
}

function summarizedTexts(conversation: Conversation): readonly string[] {
  return summarizedItems(conversation).map(({ message }) => wordsOf(message));
}

/** Whether a message other than the original contains this text, such as verbatim user text. */
function carries(sent: readonly Message[], words: string): boolean {
  return sent.some((message) => wordsOf(message).includes(words));
}
