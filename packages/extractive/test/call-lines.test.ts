import { runAtOnce, toolRuns } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { itemsOf, run } from "../../core/test/digest/conversation.ts";
import { readSourceLines } from "../src/lines.ts";
import { relativeTo } from "../src/paths.ts";

/** Labels and texts of the lines of some messages. */
function linesIn(...runs: readonly ReturnType<typeof run>[]): readonly string[] {
  const items = itemsOf(...runs.flat());
  const lines = runAtOnce(readSourceLines(items, toolRuns(items), relativeTo("/home/ann/shop")));
  return lines.map(({ source, text }) => source.label + text);
}

const path = "src/tide.ts";
const before = `// ${"the old rule counts every lock twice. ".repeat(10)}\nreturn harbour.locks.length * 2;`;
const after = `// ${"the new rule counts each lock once only. ".repeat(10)}\nreturn harbour.locks.length;`;

test("an edit quotes its new text, not the text that it replaces", () => {
  expect(
    linesIn(run("edit", { path, old_string: "count * 2", new_string: "count" }, "ok")),
  ).toEqual(["edit src/tide.ts count"]);
  const lines = linesIn(run("edit", { path, oldText: before, newText: after }, "ok")).join("\n");
  expect(lines).toContain("src/tide.ts: return harbour.locks.length;");
  expect(lines).not.toContain("the old rule");
});

test("an argument named old without a new one is quoted", () => {
  const [line] = linesIn(run("price", { old_tariff: "B-17" }, ""));
  expect(line).toBe("price B-17");
});

test("lines that were read before an edit replaced them are left out, later ones stay", () => {
  const read = run("read", { path }, `${before}\nexport const open = true;`, { callId: "first" });
  const edit = (old_string: string, new_string: string): ReturnType<typeof run> =>
    run("edit", { path, old_string, new_string }, "ok", { callId: `edit-${new_string}` });
  const lines = linesIn(read, edit(before, after)).join("\n");
  expect(lines).not.toContain("locks.length * 2");
  expect(lines).toContain("src/tide.ts: export const open = true;");
  expect(linesIn(read, edit(before, after), read).join("\n")).toContain("locks.length * 2");
  const failed = run("edit", { path, old_string: before, new_string: after }, "no match", {
    failed: true,
  });
  expect(linesIn(read, failed).join("\n")).toContain("locks.length * 2");
});

test("a failed call quotes no long arguments", () => {
  const plan = "Rewrite the tide table in Rust, and sell the harbour. ".repeat(12);
  expect(linesIn(run("propose", { plan }, "done")).join("\n")).toContain("to propose: Rewrite");
  expect(linesIn(run("propose", { plan }, "rejected", { failed: true })).join("\n")).not.toContain(
    "Rewrite",
  );
});

test("what a tool was asked and what it returned have different labels", () => {
  const prompt = "Look at all tide tables and report the highest of them. ".repeat(12);
  const lines = linesIn(run("Task", { prompt }, "The highest tide is 7.2 m."));
  expect(lines.some((line) => line.startsWith("to Task: Look at all"))).toBe(true);
  expect(lines).toContain("Task: The highest tide is 7.2 m.");
});

test("numbers have the names of their arguments if a call has nothing else", () => {
  const call = { session_id: 59664, wait_ms: 30000 };
  expect(linesIn(run("write_stdin", call, ""))).toEqual([
    "write_stdin session id 59664, wait ms 30000",
  ]);
  expect(linesIn(run("write_stdin", { ...call, text: "y" }, ""))).toEqual([
    "write_stdin 59664 30000 y",
  ]);
});

test("a line that a diff removes keeps its sign", () => {
  const diff = [
    "diff --git a/tide.ts b/tide.ts",
    "--- a/tide.ts",
    "@@ -1,2 +1,2 @@",
    "-  return lockCount * 2;",
    "+  return lockCount;",
  ];
  const lines = linesIn(run("bash", { command: "git diff" }, diff.join("\n")));
  expect(lines).toContain("`git diff`: -return lockCount * 2;");
  expect(lines.some((line) => /: \+?return lockCount;$/u.test(line))).toBe(true);
  const list = linesIn(run("bash", { command: "cat list" }, "- return the boat key\n"));
  expect(list).toContain("`cat list`: return the boat key");
});
