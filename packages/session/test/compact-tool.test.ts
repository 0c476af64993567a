import { assistantMessage, type Message, toolMessage, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { createCompactTool } from "../src/compact-tool.ts";

const said = [userMessage("The port is 8081."), assistantMessage("Noted.")];

const items = (messages: readonly Message[]) =>
  messages.map((message, place) => ({ id: String(place), message }));

test("the result names what is kept and what is not", async () => {
  const tool = createCompactTool(() => items([...said, userMessage("word ".repeat(600))]));
  const long = "word ".repeat(600).trim();
  const input = { reason: "done", keep: ["The port is 8081.", "The port is 9090.", long] };
  expect(await tool.execute(input)).toBe(
    [
      "Requested. The conversation is compacted after your answer if it fills more than 90 % of its limit.",
      "Kept verbatim:",
      "- The port is 8081.",
      "Not kept, because it does not occur verbatim in the conversation:",
      "- The port is 9090.",
      "Not kept, because all passages may take 500 tokens:",
      `- ${long}`,
    ].join("\n"),
  );
  expect(await tool.execute(null)).toMatch(/^Requested\.[^\n]*$/u);
});

test("a second call of a turn requests nothing", async () => {
  const call = { callId: "a", name: "compact_conversation" };
  const asked = [
    ...said,
    userMessage("Finish."),
    assistantMessage("", [{ ...call, arguments: `{"reason":"done"}` }]),
    toolMessage(call, "Requested."),
  ];
  const again = createCompactTool(() => items(asked));
  expect(await again.execute({ reason: "done" })).toMatch(/already requested/u);
  const later = createCompactTool(() => items([...asked, assistantMessage("Done.")]));
  expect(await later.execute({ reason: "done" })).toMatch(/^Requested/u);
});
