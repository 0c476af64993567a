import { toolCalls } from "@cutpoint/core";
import { expect, test } from "vitest";
import { generatedSession, step, transcriptOf } from "../../../packages/eval/test/support/boats.ts";
import { joinedByProject } from "../src/joined.ts";

test("sessions of one project are joined in order, and calls keep their own results", () => {
  const first = transcriptOf([...step("a", "one.ts", "first"), ...step("b", "two.ts", "second")]);
  const second = transcriptOf(step("a", "one.ts", "third"), { shown: new Map([[1, "a notice"]]) });
  const [joined, ...others] = joinedByProject([first, second]);
  const messages = joined?.messages ?? [];
  const called = messages.flatMap((each) => (each.role === "assistant" ? toolCalls(each) : []));
  const answered = messages.flatMap((each) => (each.role === "tool" ? each.callId : []));
  expect(others).toEqual([]);
  expect(called.map(({ callId }) => callId)).toEqual(["0-a", "0-b", "1-a"]);
  expect(answered).toEqual(["0-a", "0-b", "1-a"]);
  expect(joined?.shown).toEqual(new Map([[5, "a notice"]]));
});

test("only coding sessions are joined, each project for itself", () => {
  const others = [
    transcriptOf([], { kind: "chat" }),
    { ...generatedSession(1), project: "shipyard" },
    { ...generatedSession(2), project: "harbor" },
  ];
  expect(joinedByProject(others).map(({ id }) => id)).toEqual(["shipyard", "harbor"]);
});
