import { describe, expect, test } from "vitest";
import type { AssistantMessage } from "../../src/message/message.ts";
import { isSilentOverflow } from "../../src/compactor/overflow.ts";

const answer = (
  inputTokens: number,
  outputTokens: number,
  finishReason?: AssistantMessage["finishReason"],
): AssistantMessage => ({
  role: "assistant",
  parts: [],
  usage: { inputTokens, outputTokens },
  ...(finishReason === undefined ? {} : { finishReason }),
});

describe("an overflow that no error tells of", () => {
  test.each([
    ["more read than the window holds", answer(1_001, 50), 1_000],
    ["the same of an aborted answer", answer(1_001, 0, "aborted"), 1_000],
    ["full, and nothing written", answer(990, 0, "length"), 1_000],
  ])("%s", (_name, message, windowTokens) => {
    expect(isSilentOverflow(message, windowTokens)).toBe(true);
  });

  test.each([
    ["all of the window", answer(1_000, 50), 1_000],
    ["nearly full, but something was written", answer(990, 1, "length"), 1_000],
    ["nearly full and complete", answer(990, 0), 1_000],
    ["nothing written, with room left", answer(989, 0, "length"), 1_000],
  ])("not: %s", (_name, message, windowTokens) => {
    expect(isSilentOverflow(message, windowTokens)).toBe(false);
  });

  test("not: an answer without usage", () => {
    expect(isSilentOverflow({ role: "assistant", parts: [], finishReason: "length" }, 1)).toBe(
      false,
    );
  });
});
