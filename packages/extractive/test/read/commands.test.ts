import type { Message } from "@cutpoint/core";
import { toolRuns } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { isLook, isWork } from "../../src/read/commands.ts";

const bash = (command: string) => run("bash", { command }, "ok");

test.each([
  ["cat a.ts", true],
  ["cd /srv/shop && ls", true],
  ["git log --oneline", true],
  ["git -C /srv/shop status", true],
  ["gh pr view 12", true],
  ["deploy --version", true],
  ["npm test", false],
  ["git commit -m x", false],
  ["make all", false],
  ["", false],
])("the command %j only looks: %s", (command, looks) => {
  const [call] = toolRuns(itemsOf(bash(command)));
  if (call === undefined) throw new Error("a call");
  expect([isLook({ ...call, kind: "command" }), isWork({ ...call, kind: "command" })]).toEqual([
    looks,
    !looks,
  ]);
});

test("a call that reads only looks, one that edits works unless it failed", () => {
  const kinds = (messages: readonly Message[]) =>
    toolRuns(itemsOf(messages)).map((call) => [isLook(call), isWork(call)]);
  expect(kinds(run("read", { path: "a.ts" }, "x"))).toEqual([[true, false]]);
  const edit = { path: "a.ts", old_string: "x", new_string: "y" };
  expect(kinds(run("edit", edit, "ok"))).toEqual([[false, true]]);
  expect(kinds(run("edit", edit, "no", { failed: true }))).toEqual([[false, false]]);
});
