import { expect, test } from "vitest";
import { joinTurnContext, splitTurnContext } from "../../src/summary/turn-context.ts";

test("joins history, a line, the heading and the turn with blank lines", () => {
  expect(joinTurnContext("## Goal\n- a", "## Original Request\nb")).toBe(
    "## Goal\n- a\n\n---\n\n**Turn Context (split turn):**\n\n## Original Request\nb",
  );
});

test("a missing part leaves the other one alone", () => {
  expect(joinTurnContext("past", " ")).toBe("past");
  expect(joinTurnContext("", "turn")).toBe("**Turn Context (split turn):**\n\nturn");
});

test("joined parts are split again", () => {
  for (const [history, turn] of [
    ["## Goal\n- a", "## Original Request\nb"],
    ["", "turn"],
  ] as const)
    expect(splitTurnContext(joinTurnContext(history, turn))).toEqual({ history, turn });
  expect(splitTurnContext("past")).toEqual({ history: "past", turn: null });
});
