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
      "takes parallel calls answered in another order",
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
    ["refuses a result without a call", [asked, toolMessage(call, "one")], /answers nothing/],
    [
      "refuses a call without a result",
      [asked, assistantMessage("", [call]), asked],
      /has no result/,
    ],
    [
      "refuses a call that ends the list",
      [asked, assistantMessage("", [call])],
      /the end: call c1/,
    ],
    [
      "refuses a result that something stands before",
      [asked, assistantMessage("", [call]), asked, toolMessage(call, "one")],
      /has no result.*\n.*answers nothing/,
    ],
    [
      "refuses two results of one call",
      [asked, assistantMessage("", [call]), toolMessage(call, "one"), toolMessage(call, "one")],
      /answers nothing/,
    ],
    [
      "refuses an assistant that opens",
      [systemMessage("s"), assistantMessage("hi")],
      /first message/,
    ],
    ["takes reasoning that leads to an answer", [asked, thought, assistantMessage("so")], /^$/],
    ["refuses reasoning that leads to nothing", [asked, thought, asked], /what it led to/],
    ["refuses reasoning at the end", [asked, thought], /what it led to/],
    [
      "refuses edited reasoning",
      [
        asked,
        { role: "assistant", parts: [{ type: "reasoning", text: "h", signature: "s" }] },
        assistantMessage("so"),
      ],
      /sealed reasoning was edited/,
    ],
    ["refuses blank messages", [userMessage(" \n")], /says nothing/],
    ["refuses messages without parts", [asked, { role: "assistant", parts: [] }], /says nothing/],
    ["refuses half of a surrogate pair", [userMessage("a\ud83d")], /surrogate/],
    [
      "refuses changed arguments",
      [asked, assistantMessage("", [{ ...call, arguments: '{"cut' }]), toolMessage(call, "one")],
      /is not the one that was made/,
    ],
  ];

  test.each(lists)("%s", (_name, messages, violation) => {
    const found = wireViolations(messages, [thought, assistantMessage("", [call, other])]);
    expect(found.join("\n")).toMatch(violation);
  });
});
