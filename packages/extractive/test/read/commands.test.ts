import { toolRuns } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { outcomesIn } from "../../src/read/commands.ts";

function outcomesOf(command: string, lines: readonly string[], failed = false): readonly string[] {
  const [called] = toolRuns(itemsOf(run("bash", { command }, lines.join("\n"), { failed })));
  if (called === undefined) throw new Error("no call");
  const places = outcomesIn(lines, called);
  return lines.filter((_, place) => places.has(place));
}

const steps = Array.from({ length: 9 }, (_, step) => `=== RUN TestHarbour/lock_${step}`);

test.each<[string, string, readonly string[], readonly string[]]>([
  [
    "counts and the last line",
    "make test",
    [...steps, "41 tests passed", "2 tests failed", "Done in 3s"],
    ["41 tests passed", "2 tests failed", "Done in 3s"],
  ],
  ["all of a short output", "npm view locks version", ["3.1.4", "latest"], ["3.1.4", "latest"]],
  ["not the command itself", "make lint", ["0 issues.", "[lint] $ lint ./..."], ["0 issues."]],
  ["nothing of a long look", "cat harbour.log", steps, []],
])("the outcome of a command is %s", (_, command, lines, outcome) => {
  expect(outcomesOf(command, lines)).toEqual(outcome);
});

test("the outcome of a failure contains its first problems", () => {
  const lines = [...steps, "error: lock 7 not found", "cannot open the gate", ...steps];
  expect(outcomesOf("make gates", lines, true)).toEqual([
    "error: lock 7 not found",
    "cannot open the gate",
    steps.at(-1),
  ]);
});
