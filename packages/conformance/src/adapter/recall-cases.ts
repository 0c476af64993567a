import assert from "node:assert/strict";
import { assistantMessage, userMessage } from "@cutpoint/core";
import {
  asItems,
  converse,
  countWith,
  EAGER,
  expectNoBrokenRules,
  smallTalk,
} from "./conversation.ts";
import type { AdapterCase } from "./rig.ts";

const FACT = "It lies in berth heron-42, behind the crane.";

const TOLD = [userMessage("Where does the boat lie?"), assistantMessage(FACT)];

/** The adapter's recall tool. */
export const recallCases: readonly AdapterCase[] = [
  {
    id: "recall",
    promise: "The tool recall finds a compacted message in what the host has",
    notApplicable: ({ facts, features }) =>
      features.includes("recall") && facts.persists !== "replace"
        ? null
        : "the host has no compacted messages, or the adapter has no recall tool",
    async run(rig) {
      await using conversation = await converse(rig, { policy: EAGER, feature: "recall" });
      await conversation.write(asItems([...TOLD, ...smallTalk(5)]));
      const query = "Which berth is the boat in?"; // no message has all of these words
      await conversation.turn(query, [
        { type: "answer", calls: [{ name: "recall", arguments: JSON.stringify({ query }) }] },
        "In heron-42.",
      ]);
      expectNoBrokenRules(conversation, "with recall");
      const [asked = [], answered = []] = conversation.seen().slice(-2);
      assert.equal(countWith(asked, FACT), 0, "the message should be compacted");
      assert.equal(countWith(answered.slice(-1), FACT), 1, "the result should contain the message");
    },
  },
];
