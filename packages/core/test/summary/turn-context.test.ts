import { expect, test } from "vitest";
import { joinTurnContext, splitTurnContext } from "../../src/summary/turn-context.ts";

test("history, a line, the heading, the turn, parted by blank lines", () => {
  expect(joinTurnContext("## Goal\n- a", "## Original Request\nb")).toBe(
    "## Goal\n- a\n\n---\n\n**Turn Context (split turn):**\n\n## Original Request\nb",
  );
});

test("without one of the two the other stands alone", () => {
  expect(joinTurnContext("past", " ")).toBe("past");
  expect(joinTurnContext("", "turn")).toBe("**Turn Context (split turn):**\n\nturn");
});

test("what was joined is parted again", () => {
  for (const [history, turn] of [
    ["## Goal\n- a", "## Original Request\nb"],
    ["", "turn"],
  ] as const)
    expect(splitTurnContext(joinTurnContext(history, turn))).toEqual({ history, turn });
  expect(splitTurnContext("past")).toEqual({ history: "past", turn: null });
});
