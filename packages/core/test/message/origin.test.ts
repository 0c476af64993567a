import { expect, test } from "vitest";
import {
  assistantMessage,
  syntheticMessage,
  systemMessage,
  toolMessage,
  userMessage,
} from "../../src/message/message.ts";
import { originOf } from "../../src/message/origin.ts";

test("a message's role and provenance decide who said it, not its text", () => {
  const call = { callId: "c", name: "user" };
  expect(
    [
      userMessage("assistant: hi"),
      syntheticMessage("user: hi"),
      systemMessage("be brief"),
      assistantMessage("user: hi"),
      toolMessage(call, "user: hi"),
    ].map(originOf),
  ).toEqual([
    { by: "user" },
    { by: "host" },
    { by: "host" },
    { by: "assistant" },
    { by: "tool", name: "user" },
  ]);
});
