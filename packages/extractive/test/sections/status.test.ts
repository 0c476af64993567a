import { assistantMessage, type Item, type Message, userMessage } from "@cutpoint/core";
import { runAtOnce } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { exchange, itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { exchangesOf } from "../../src/sections/exchanges.ts";
import { judge } from "../../src/sections/outcome.ts";
import { parseSections, type SectionName } from "../../src/sections/sections.ts";
import { type Status, statusesOf } from "../../src/sections/status.ts";
import { topicOf } from "../../src/sections/topic.ts";
import { type Ending, ENDINGS } from "../support/endings.ts";
import { summaryText } from "../support/summary-text.ts";

function statusesIn(items: readonly Item[]): readonly Status[] {
  const exchanges = exchangesOf(items, null);
  return runAtOnce(statusesOf(exchanges, exchanges.map(topicOf)));
}

test.each([
  "Fixed the path in src/build.ts. All 27 tests pass.",
  "Fixed the failing test; the suite is green.",
  "The export no longer fails. Committed as 82ab353.",
  "It failed at first, because the port was taken. Now all 12 checks pass.",
  "Erledigt: alle Tests laufen grün, es läuft.",
  "C'est corrigé, les tests passent.",
  "Готово, все проверки проходят.",
  "Ported 5 of 5 files.",
  "已修复，测试全部通过。",
  "Done. The entry for the old pump is in todo.md (only the valve remains there).",
  "Merged. No code changes, docs only. Ready to release when you are.",
  `Replaced the reader. It skips blocked rows and missing fields (the rest is kept). ${"If a row fails, the reader does not stop. ".repeat(6)}`,
  "The note is written. Would you like me to:\n1. Keep it here\n2. Move it to a place that is not ignored",
])("a success: %s", (answer) => {
  expect(judge(answer).outcome).toBe("success");
});

test.each([
  "I ported src/invoice.ts. Two tests still fail.",
  "All unit tests pass, but the deploy is blocked: I have no access to staging.",
  "I cannot deploy, because the token is missing.",
  "Waiting for your approval before the merge.",
  "Three of five files are migrated so far; the rest remains.",
  "The fix is not working yet.",
  "I migrated three of five files.",
  "Added the flag. It does not work on Linux.",
  "I updated the schema. The migration failed.",
  "Die Prüfung schlägt noch fehl.",
  "Le test échoue encore.",
  "Тесты пока падают.",
  "测试仍然失败。",
  "Done. The plan is in plan.md, but nothing has been committed.",
  `Rewrote the reader. ${"It keeps each row. ".repeat(6)}The build fails on Linux.`,
  "The diff has only the removal. I'm committing it now.",
  "The reader does not know the field. Here it is:\n\n```\nfield: 1\n```\n\nNext I look at the writer:",
])("trouble: %s", (answer) => {
  expect(judge(answer).outcome).toBe("trouble");
});

const edit = run("edit", { path: "src/a.ts" }, "Edited.");

test("a check that fails later, and work that is taken back, are not done", () => {
  const check = (output: string) => run("bash", { command: "npm test" }, output);
  const history = itemsOf(
    exchange("Add the cache.", "Added the cache in src/a.ts.", edit),
    exchange("Port the invoice.", "Done, all tests pass.", edit, check("Tests: 9 passed")),
    exchange("Revert the cache.", "Reverted the cache.", edit),
    exchange("Look again.", "I looked at it.", check("Tests: 2 failed, 7 passed\nexit code: 1")),
  );
  expect(statusesIn(history)).toEqual(["past", "open", "done", "open"]);
});

test("a failing check of another target does not open finished work", () => {
  const testOf = (name: string, output: string) =>
    run("bash", { command: `npm test ${name}` }, output);
  const history = itemsOf(
    exchange("Port module1.", "Done, all tests pass.", edit, testOf("module1", "9 passed")),
    exchange("Port module2.", "2 tests fail.", edit, testOf("module2", "2 failed\nexit code: 1")),
  );
  expect(statusesIn(history)).toEqual(["done", "open"]);
});

test("of 100 endings, none that is open or taken back is done, and 95 are in the right section", async () => {
  const wrong: string[] = [];
  const falselyDone: string[] = [];
  for (const [place, ending] of ENDINGS.entries()) {
    const summary = parseSections(
      await summaryText({ items: itemsOf(played(ending, place)), maxTokens: 3_000 }),
    );
    const isIn = (...names: readonly SectionName[]): boolean =>
      names.some((name) => summary[name].some((line) => line.includes(ending.asked.slice(0, 30))));
    const isDone = isIn("done");
    const isOpen = isIn("inProgress", "nextSteps");
    if (isDone && ending.kind !== "done") falselyDone.push(ending.answer);
    const isRight = ending.kind === "undone" || (isOpen ? ending.kind !== "done" : isDone);
    if (!isRight) wrong.push(ending.answer);
  }
  expect(falselyDone).toEqual([]);
  expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(0.05 * ENDINGS.length);
});

/** An ending after and before other exchanges. */
function played({ answer, asked, did = "edit", later }: Ending, place: number): readonly Message[] {
  const path = `src/part-${place}.ts`;
  const edits = did === "nothing" ? [] : [run("edit", { path }, "Edited.")];
  const output = did.endsWith("fails") ? "2 failed\nexit code: 1" : "9 passed\nexit code: 0";
  const checks = did.includes("check") ? [run("bash", { command: "npm test" }, output)] : [];
  const other = (part: number): readonly Message[] =>
    exchange(`What does part ${part} contain?`, `It contains the values of part ${part}.`);
  return [
    ...other(1),
    ...exchange(asked, answer, ...edits, ...checks),
    ...(later === undefined ? [] : exchange(...later, run("edit", { path }, "Edited."))),
    ...other(2),
  ];
}

test("a request is done only if it has an answer, which a kept message can continue", async () => {
  const look = run("read", { path: "src/a.ts" }, "const limit = 1;");
  const begun = itemsOf(userMessage("Raise the limit."), assistantMessage("Let me look first."));
  const after = itemsOf(...exchange("", "", look).slice(1, -1));
  const inSections = async (items: readonly Item[], kept: readonly Item[]) =>
    parseSections(await summaryText({ items, kept, maxTokens: 2_000 }));
  const running = await inSections(begun, after);
  expect(running.done).toEqual([]);
  expect(running.inProgress.join("\n")).toContain("Raise the limit.");
  const interrupted = itemsOf(
    userMessage("How do I push checkpoints?"),
    ...exchange("", "I will check.", look).slice(1, -1),
    userMessage("What is a row?"),
    assistantMessage("A line of the table."),
  );
  const { done } = await inSections(interrupted, []);
  expect(done.join("\n")).not.toContain("push checkpoints");
});

const look = run("bash", { command: "make pump" }, "pump.o");

test.each([
  ["a question", "Is the valve in the plan, or did we drop it?"],
  ["a question after a word", "also is the valve in the plan"],
  ["a question after a statement", "we have four valves are any of them in the plan."],
])("%s is answered, also after work, whatever the answer denies", (_name, question) => {
  const answer =
    "It is not in the plan. The field for it is missing, so the pump fails without it.";
  const history = itemsOf(exchange(question, answer, look));
  expect(statusesIn(history)).toEqual(["answered"]);
});

test("a report without a verdict is in no section", async () => {
  const answer = `The pump has two valves. ${"Each valve turns. ".repeat(8)}`;
  const history = itemsOf(exchange("Go through the pump.", answer, edit));
  expect(statusesIn(history)).toEqual(["answered"]);
  const { done, inProgress } = parseSections(
    await summaryText({ items: history, maxTokens: 2_000 }),
  );
  expect([...done, ...inProgress]).toEqual([]);
});

test("a later report of the same work replaces an earlier one", () => {
  const history = itemsOf(
    exchange("Connect the northern pump.", "The northern pump still leaks.", edit),
    exchange("What does a pump cost?", "About 40."),
    exchange("Connect the northern pump again.", "The pump is tight, but it still rattles.", edit),
  );
  expect(statusesIn(history)).toEqual(["repeated", "answered", "open"]);
});

test("a failed command is over if a later one succeeds, failed tests if the same program succeeds", () => {
  const make = (output: string) => run("bash", { command: "make all" }, output);
  const tests = run("bash", { command: "npm test -- --all" }, "2 failed\nexit code: 1");
  const commit = run("bash", { command: "git commit -m x" }, "[main 1a2b3c4] x");
  const passed = run("bash", { command: "npm test" }, "9 passed\nexit code: 0");
  const statusOf = (...runs: readonly (readonly Message[])[]) =>
    statusesIn(itemsOf(exchange("Fix it.", "Fixed.", edit, ...runs)))[0];
  expect(statusOf(make("make: no rule\nexit code: 2"))).toBe("open");
  expect(statusOf(make("make: no rule\nexit code: 2"), commit)).toBe("done");
  expect(statusOf(tests, commit)).toBe("open");
  expect(statusOf(tests, passed, commit)).toBe("done");
});

test("a long answer that denies something is no open work", () => {
  const answer = `When both are set, the first does not call the second. ${"It only compares. ".repeat(30)}`;
  const history = itemsOf(
    userMessage("In agentv what happens when both are set"),
    assistantMessage(answer),
  );
  expect(statusesIn(history)).toEqual(["answered"]);
});
