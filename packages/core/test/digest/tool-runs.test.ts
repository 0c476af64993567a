import { expect, test } from "vitest";
import { toolRuns } from "../../src/digest/tool-runs.ts";
import { assistantMessage, toolMessage } from "../../src/message/message.ts";

const call = { callId: "c", name: "read", arguments: "{}" };
const messages = [
  toolMessage(call, "before its call"),
  assistantMessage("", [call]),
  toolMessage(call, "first"),
  toolMessage(call, "second"),
  assistantMessage("", [call]),
  toolMessage(call, "third"),
  assistantMessage("", [call]),
];

test("a result belongs to the newest call with its id before it, and each call takes one", () => {
  const runs = toolRuns(messages.map((message, place) => ({ id: `${place}`, message })));
  expect(runs.map(({ callItem, result }) => [callItem.id, result])).toEqual([
    ["1", messages[2]],
    ["4", messages[5]],
    ["6", null],
  ]);
});
