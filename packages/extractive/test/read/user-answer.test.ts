import { toolMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { userAnswerIn } from "../../src/read/user-answer.ts";

test("only tools that ask the user return the user's words", () => {
  const answer = "User has answered your questions: blue";
  const from = (name: string): string | null =>
    userAnswerIn(toolMessage({ callId: "c", name }, answer));
  expect(from("AskUserQuestion")).toBe("blue");
  expect(["fetch_url", "user", "mcp__x__AskUserQuestion"].map(from)).toEqual([null, null, null]);
});
