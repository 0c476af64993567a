import { expect, test } from "vitest";
import { exchange, itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { exchangesOf } from "../../src/sections/exchanges.ts";
import { judge, statusesOf } from "../../src/sections/status.ts";

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
])("a success: %s", (answer) => {
  expect(judge(answer)).toBe("success");
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
])("trouble: %s", (answer) => {
  expect(judge(answer)).toBe("trouble");
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
  expect(statusesOf(exchangesOf(history, null))).toEqual(["undone", "open", "done", "open"]);
});
