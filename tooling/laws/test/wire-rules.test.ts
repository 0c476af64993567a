import {
  assistantMessage,
  type Message,
  systemMessage,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { wireViolations } from "../src/reference/wire-rules.ts";

const call = { callId: "c1", name: "read", arguments: "{}" };
const other = { callId: "c2", name: "list", arguments: "{}" };
const asked = userMessage("go");
const thought: Message = {
  role: "assistant",
  parts: [{ type: "reasoning", text: "hm", signature: "s" }],
};

describe("the checker of wire rules", () => {
  const lists: readonly (readonly [string, readonly Message[], RegExp])[] = [
    [
      "accepts results of parallel calls in another order",
      [
        systemMessage("be brief"),
        asked,
        assistantMessage("", [call, other]),
        toolMessage(other, "two"),
        toolMessage(call, ""),
        asked,
        asked,
      ],
      /^$/,
    ],
    ["rejects a result without a call", [asked, toolMessage(call, "one")], /answers nothing/],
    [
      "rejects a call without a result",
      [asked, assistantMessage("", [call]), asked],
      /has no result/,
    ],
    [
      "rejects a call that ends the list",
      [asked, assistantMessage("", [call])],
      /the end: call c1/,
    ],
    [
      "rejects a result that does not follow its call",
      [asked, assistantMessage("", [call]), asked, toolMessage(call, "one")],
      /has no result.*\n.*answers nothing/,
    ],
    [
      "rejects two results of one call",
      [asked, assistantMessage("", [call]), toolMessage(call, "one"), toolMessage(call, "one")],
      /answers nothing/,
    ],
    [
      "rejects an assistant message at the beginning",
      [systemMessage("s"), assistantMessage("hi")],
      /first message/,
    ],
    ["accepts reasoning before an answer", [asked, thought, assistantMessage("so")], /^$/],
    ["rejects reasoning without output", [asked, thought, asked], /what it led to/],
    ["rejects reasoning at the end", [asked, thought], /what it led to/],
    [
      "rejects edited reasoning",
      [
        asked,
        { role: "assistant", parts: [{ type: "reasoning", text: "h", signature: "s" }] },
        assistantMessage("so"),
      ],
      /sealed reasoning was edited/,
    ],
    ["rejects blank messages", [userMessage(" \n")], /says nothing/],
    ["rejects messages without parts", [asked, { role: "assistant", parts: [] }], /says nothing/],
    ["rejects a lone surrogate", [userMessage("a\ud83d")], /surrogate/],
    [
      "rejects changed arguments",
      [asked, assistantMessage("", [{ ...call, arguments: '{"cut' }]), toolMessage(call, "one")],
      /is not the one that was made/,
    ],
  ];

  test.each(lists)("%s", (_name, messages, violation) => {
    const found = wireViolations(messages, [thought, assistantMessage("", [call, other])]);
    expect(found.join("\n")).toMatch(violation);
  });
});
