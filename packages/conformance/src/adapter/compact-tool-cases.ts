import assert from "node:assert/strict";
import { assistantMessage, type Policy, userMessage } from "@cutpoint/core";
import type { Step } from "@cutpoint/provider-sim";
import {
  asItems,
  converse,
  countWith,
  expectNoBrokenRules,
  smallTalk,
  wordsOf,
} from "./conversation.ts";
import type { AdapterCase, AdapterRig } from "./rig.ts";

const FACT = "The boat lies in berth heron-42, behind the crane.";
const PINNED = `<pinned-message by="assistant">\n${FACT}\n</pinned-message>`;
const UNSAID = "The boat lies in berth 7.";

/** `smallTalk(100)` fills about 95 % of the limit, `smallTalk(80)` less than 90 %. */
const POLICY: Policy = {
  trigger: { type: "tokens", tokens: 13_600 },
  keep: { type: "tokens", tokens: 100 },
  keepUserTokens: 200,
};

const TOLD = [userMessage("Where is the boat?"), assistantMessage(FACT)];

const ASK: Step = {
  type: "answer",
  calls: [
    {
      name: "compact_conversation",
      arguments: JSON.stringify({ reason: "done", keep: [FACT, UNSAID] }),
    },
  ],
};

function notApplicable({ features }: AdapterRig): string | null {
  return features.includes("compact-tool") ? null : "the adapter has no compact tool";
}

/** The adapter's compact tool. */
export const compactToolCases: readonly AdapterCase[] = [
  {
    id: "compact-tool",
    promise: "The tool compact_conversation compacts after the answer, and keeps a passage",
    notApplicable,
    async run(rig) {
      await using conversation = await converse(rig, { policy: POLICY, feature: "compact-tool" });
      await conversation.write(asItems([...TOLD, ...smallTalk(100)]));
      await conversation.turn("Finish.", [ASK, "Done."]);
      const [before = [], answered = []] = conversation.seen().slice(-2);
      const [result] = answered.slice(-1);
      assert.equal(result?.role, "tool", "the tool should answer");
      assert.match(wordsOf(result), new RegExp(`^Kept verbatim:\n- ${FACT}`, "m"));
      assert.match(wordsOf(result), /Not kept/u, "a passage that nobody said should not be kept");
      assert.ok(answered.length > before.length, "nothing should be compacted before the answer");
      await conversation.turn("What next?");
      expectNoBrokenRules(conversation, "with the compact tool");
      const after = conversation.seen().at(-1) ?? [];
      assert.equal(
        countWith(after, "Earlier question 3?"),
        0,
        "the conversation should be compacted",
      );
      assert.equal(countWith(after, PINNED), 1, "the passage should be in the view");
      const made = conversation.summarizer.asked().length;
      assert.equal(made, 1, "there should be one compaction");
      await conversation.turn("And then?");
      assert.equal(conversation.summarizer.asked().length, made, "a call counts once");
    },
  },
  {
    id: "compact-tool-early",
    promise: "The tool compact_conversation compacts nothing below 90 % of the trigger",
    notApplicable,
    async run(rig) {
      await using conversation = await converse(rig, { policy: POLICY, feature: "compact-tool" });
      await conversation.write(asItems([...TOLD, ...smallTalk(80)]));
      await conversation.turn("Finish.", [ASK, "Done."]);
      await conversation.turn("What next?");
      assert.equal(conversation.summarizer.asked().length, 0, "nothing should be compacted");
    },
  },
];
