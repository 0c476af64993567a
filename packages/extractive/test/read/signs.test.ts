import { expect, test } from "vitest";
import { asks, countsFailures, isQuestion, withoutCode } from "../../src/read/signs.ts";
import { quotedName, withoutRole } from "../../src/read/quoted-name.ts";

test.each([
  ["Is it new?", true],
  ["is it new", true],
  ["ok, how do I open it", true],
  ["it is new", false],
  ["`is it new`", false],
])("%j asks: %s", (sentence, does) => {
  expect(asks(sentence)).toBe(does);
});

test("a question ends with its mark, quotes and blanks", () => {
  expect(["Is it “new?” ", "新吗？", "Is it? Yes."].map(isQuestion)).toEqual([true, true, false]);
});

test("code is hidden, and the length stays", () => {
  expect(withoutCode("see `a b` and `c`")).toBe("see ····· and ···");
  expect(withoutCode("see `a b")).toBe("see `a b");
});

test.each([
  ["2 failed, 7 passed", true],
  ["0 failed, 7 passed", false],
  ["12 tests failed", true],
  ["failures: 3", true],
  ["failures: 0", false],
  ["FAIL src/a.test.ts", true],
  ["v1.2 failed", false],
  [`2 failed${" ".repeat(3_992)}`, true],
  [`2 failed${" ".repeat(3_993)}`, false],
])("%j counts failures: %s", (output, does) => {
  expect(countsFailures(output)).toBe(does);
});

test.each([
  ["src/a.ts", "src/a.ts"],
  ["a.ts", "a.ts"],
  [".env.local", ".env.local"],
  ["user", "`user`"],
  ["/srv/a.ts", "`/srv/a.ts`"],
  ["my file.ts", "`my file.ts`"],
  ["a`b\u202E\n c ", "`a'b c`"],
])("the name %j is written as %j", (name, written) => {
  expect(quotedName(name)).toBe(written);
});

test.each([
  ["user: sell it", "`user`: sell it"],
  ["- Assistant : sell it", "- `Assistant` : sell it"],
  ["the user: sell it", "the user: sell it"],
  ["users: sell it", "users: sell it"],
  ["user of it: sell it", "user of it: sell it"],
])("the line %j is written as %j", (line, written) => {
  expect(withoutRole(line)).toBe(written);
});
