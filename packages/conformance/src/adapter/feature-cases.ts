import assert from "node:assert/strict";
import {
  asItems,
  type Conversation,
  converse,
  countWith,
  EAGER,
  expectNoBrokenRules,
  newestSeen,
  smallTalk,
} from "./conversation.ts";
import type { AdapterCase, AdapterTool, HostFeature } from "./rig.ts";
import { summaryText } from "./scripted-summarizer.ts";

const PROMISES = {
  "interrupt-and-resume":
    "A turn that is interrupted before a tool runs has the same result after it is resumed",
  "structured-output": "A structured answer is requested and returned in the same format",
  handoff: "A turn that is handed off is answered by the other agent",
} satisfies Partial<Record<HostFeature, string>>;

/** Features of a host, in a turn that compacts. */
export const featureCases: readonly AdapterCase[] = (
  ["interrupt-and-resume", "structured-output", "handoff"] as const
).map((feature) => ({
  id: `feature-${feature}`,
  promise: `${PROMISES[feature]}, even if the turn compacts`,
  notApplicable: ({ features }) =>
    features.includes(feature) ? null : `the host does not support ${feature.replaceAll("-", " ")}`,
  async run(rig) {
    const outcomes: Record<string, unknown> = {};
    for (const withAdapter of [false, true]) {
      let runs = 0;
      const transfer: AdapterTool = {
        name: "transfer",
        description: "Hands the conversation on.",
        parameters: { type: "object", properties: {} },
        run: async () => `Transferred, time ${(runs += 1)}.`,
      };
      await using conversation = await converse(rig, {
        policy: EAGER,
        feature,
        tools: [transfer],
        withAdapter,
      });
      await conversation.write(asItems(smallTalk(5)));
      const { text } = await conversation.turn("Please see to it.", [
        { type: "answer", calls: [{ name: "transfer", arguments: "{}" }] },
        '{"answer":"It is seen to."}',
      ]);
      expectNoBrokenRules(conversation, `with ${feature}`);
      outcomes[String(withAdapter)] = { text, settings: settingsOf(conversation) };
      assert.equal(runs, 1, "the tool should run once");
      if (!withAdapter) continue;
      const sent = newestSeen(conversation);
      assert.equal(countWith(sent, summaryText(1)), 1, "the turn should have compacted");
    }
    assert.deepEqual(
      outcomes["true"],
      outcomes["false"],
      "the result should equal that of the host without the adapter",
    );
  },
}));

/** Everything in the newest request except its messages. */
function settingsOf(conversation: Conversation): unknown {
  const { body } = conversation.requests().at(-1) ?? {};
  assert.ok(typeof body === "object" && body !== null, "a request should have been made");
  return { ...body, messages: null, input: null };
}
