import { expect, test } from "vitest";
import { parseTranscript } from "../src/transcript/parse-transcript.ts";

test("an invalid transcript is rejected with the field, its value and what is expected", () => {
  const messages = [{ role: "user", content: 7 }];
  expect(() => parseTranscript({ id: "a", kind: "coding", messages }, "a.json")).toThrow(
    "a.json: messages[0].content is 7: expected string",
  );
  expect(() => parseTranscript({ id: "a", kind: "poem", messages: [] }, "a.json")).toThrow(
    'a.json: kind is "poem": expected an object whose kind is "coding", "service", "chat" or "recorded"',
  );
});
