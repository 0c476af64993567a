import assert from "node:assert/strict";
import { createEstimator, type Message } from "@cutpoint/core";
import {
  asItems,
  converse,
  countWith,
  expectNoBrokenRules,
  IDLE,
  smallTalk,
  wordsOf,
} from "./conversation.ts";
import type { AdapterCase, AdapterTool } from "./rig.ts";

const LINES = Array.from({ length: 900 }, (_, line) => `Shelf ${line} holds jar ${line * 7}.`);
const MIDDLE = LINES[450] ?? "";
const PREVIEW_TOKENS = 300;

const list: AdapterTool = {
  name: "list_shelves",
  description: "Lists all shelves.",
  parameters: { type: "object", properties: {} },
  run: async () => LINES.join("\n"),
};

/** The policy's `intake`. */
export const intakeCases: readonly AdapterCase[] = [
  {
    id: "intake",
    promise:
      "A large result is sent in part from the first request on, with the same bytes, and recall returns the rest",
    notApplicable: ({ facts, features }) => {
      if (!features.includes("recall")) return "the adapter has no recall tool";
      return facts.compacts === "each-turn"
        ? "the adapter reads the results of a turn after it"
        : null;
    },
    async run(rig) {
      await using conversation = await converse(rig, {
        policy: { ...IDLE, intake: { above: 2_000, preview: PREVIEW_TOKENS } },
        feature: "recall",
        tools: [list],
      });
      await conversation.write(asItems(smallTalk(2)));
      await conversation.turn("List the shelves.", [
        { type: "answer", calls: [{ name: "list_shelves", arguments: "{}", id: "list-1" }] },
        "There are many.",
      ]);
      const shown = resultIn(conversation.seen().at(-1) ?? []);
      const tokens = createEstimator().estimateText(shown);
      assert.ok(
        tokens <= PREVIEW_TOKENS,
        `the result should be sent in part, not ${tokens} tokens`,
      );
      assert.ok(!shown.includes(MIDDLE), "the middle should be left out");
      const result = /"result": "([^"]+)"/u.exec(shown)?.[1];
      assert.ok(result, "the id of the result should be named");
      const from = LINES.slice(0, 445).join("\n").length;
      await conversation.turn("What is on shelf 450?", [
        {
          type: "answer",
          calls: [{ name: "recall", arguments: JSON.stringify({ result, from }) }],
        },
        "A jar.",
      ]);
      expectNoBrokenRules(conversation, "with a large result");
      const answered = conversation.seen().at(-1) ?? [];
      assert.equal(countWith(answered.slice(-1), MIDDLE), 1, "recall should return the range");
      assert.equal(resultIn(answered), shown, "the part should stay the same");
      if (rig.facts.persists === "none") return;
      const stored = await conversation.stored();
      const messages = stored.map(({ message }) => message);
      assert.ok(countWith(messages, LINES[700] ?? "") > 0, "the whole result should be stored");
    },
  },
];

/** Returns the first result of a request. */
function resultIn(messages: readonly Message[]): string {
  const result = messages.find(({ role }) => role === "tool");
  assert.ok(result, "the result should be sent");
  return wordsOf(result);
}
