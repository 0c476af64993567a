import { describe, expect, test } from "vitest";
import { assistantMessage, userMessage, toolMessage } from "../../src/message/message.ts";
import { createRedactor } from "../../src/summary/redact.ts";

describe("redaction", () => {
  test("texts, reasoning and arguments of an item; arguments stay JSON", () => {
    const secret = `ghp_${"Ab1Cd2".repeat(6)}`;
    const call = {
      callId: "c",
      name: "bash",
      arguments: JSON.stringify({ command: `X="${secret}" run` }),
    };
    for (const message of [
      userMessage(`key ${secret}`),
      toolMessage(call, `key ${secret}`),
      assistantMessage(`key ${secret}`, [call]),
    ]) {
      const { message: redacted } = createRedactor().item({ id: "1", message });
      expect(JSON.stringify(redacted)).not.toContain(secret);
      for (const part of redacted.parts)
        expect(part.type !== "tool-call" || typeof JSON.parse(part.arguments) === "object").toBe(
          true,
        );
    }
    const file = { type: "file", mediaType: "text/plain", url: "", name: secret } as const;
    const named = { ...userMessage(""), parts: [file] } as const;
    const calling = assistantMessage("", [{ ...call, arguments: "{}", name: secret }]);
    for (const message of [named, calling, toolMessage({ ...call, name: secret }, "done")])
      expect(JSON.stringify(createRedactor().item({ id: "1", message }))).not.toContain(secret);
    const item = { id: "1", message: userMessage("nothing secret") };
    expect(createRedactor().item(item)).toBe(item);
  });
});
