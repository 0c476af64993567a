import { expect, test } from "vitest";
import { parseTranscript } from "../src/transcript/parse-transcript.ts";

test("a bad transcript is refused with the field, its value and what would be right", () => {
  const messages = [{ role: "user", content: 7 }];
  expect(() => parseTranscript({ id: "a", kind: "coding", messages }, "a.json")).toThrow(
    "a.json: messages[0].content is 7: it should be string",
  );
  expect(() => parseTranscript({ id: "a", kind: "poem", messages: [] }, "a.json")).toThrow(
    'a.json: kind is "poem": it should be an object whose kind is "coding", "service", "chat" or "recorded"',
  );
});
