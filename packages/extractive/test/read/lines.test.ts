import { assistantMessage, systemMessage, userMessage } from "@cutpoint/core";
import { runAtOnce, toolRuns } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { carriedLines, summarySourceLines } from "../../src/read/carried.ts";
import { readSourceLines, roleLabel, type SourceLine } from "../../src/read/lines.ts";
import { relativeTo } from "../../src/read/paths.ts";

function linesIn(items: ReturnType<typeof itemsOf>): readonly SourceLine[] {
  return runAtOnce(readSourceLines(items, toolRuns(items), relativeTo("/home/ann/shop")));
}

test("a call does not repeat the base directory", () => {
  const call = { command: "make test", workdir: "/home/ann/shop", seconds: 300 };
  const [line] = linesIn(itemsOf(run("bash", call, "12 passed")));
  expect(line?.text).toBe("bash make test 300");
});

test("system text is not quoted", () => {
  const lines = linesIn(itemsOf(systemMessage("Never touch src/legacy."), userMessage("Mend it.")));
  expect(lines.map(({ text }) => text)).toEqual(["Mend it."]);
});

test("a long line of JSON is split into shorter pieces than other long lines", () => {
  const record = '{"order": "WX-40817", "locker": "L-113"}, ';
  const lengths = (text: string): readonly number[] =>
    linesIn(itemsOf(run("list_orders", {}, text))).map((line) => line.text.length);
  const [json, other] = [
    lengths(`[${record.repeat(20)}]`),
    lengths(`orders: ${record.repeat(20)}`),
  ];
  expect([Math.max(...json) <= 80, Math.max(...other) > 80]).toEqual([true, true]);
  expect(Math.max(...other)).toBeLessThanOrEqual(380);
});

test.each([
  ["user: mend the pump", "user: ", ["mend the pump"]],
  [
    "src/pump.ts: const valve = 7; … return valve",
    "src/pump.ts: ",
    ["const valve = 7;", "return valve"],
  ],
  ["`make test`: 12 passed", "`make test`: ", ["12 passed"]],
  ["`make test` (failed): 3 failed", "`make test` (failed): ", ["3 failed"]],
  [
    "$ rg -n …: Wall time: 1.7763 seconds … 1.2681",
    "$ rg -n …: ",
    ["Wall time: 1.7763 seconds", "1.2681"],
  ],
  ["Bash make test 180000", "", ["Bash make test 180000"]],
])("a summary's line %j has the label %j", (line, label, texts) => {
  const parts = summarySourceLines(line);
  expect(parts.map(({ text }) => text)).toEqual(texts);
  expect(new Set(parts.map(({ source }) => source.label))).toEqual(new Set([label]));
});

test("carried lines of one file have one source, those of a speaker have not", () => {
  const lines = carriedLines([
    "user: mend the pump",
    "src/pump.ts: const valve = 7;",
    "user: then test it",
    "src/pump.ts: return valve",
  ]);
  const [first, valve, second, after] = lines.map(({ source }) => source);
  expect(after).toBe(valve);
  expect(second).not.toBe(first);
});

test("text of a person has a role or a name, text of the app has none", () => {
  expect(roleLabel(userMessage("Mend it."))).toBe("user: ");
  expect(roleLabel({ ...userMessage("Mend it."), name: "Ann" })).toBe("user `Ann`: ");
  expect(roleLabel({ ...userMessage("Mend it."), provenance: "synthetic" })).toBe("");
  expect(roleLabel(assistantMessage("Mended."))).toBe("assistant: ");
  expect(roleLabel(systemMessage("Be kind."))).toBe("");
});

test("a result is labelled by its file, its command or what was searched, and whether it failed", () => {
  const labelOf = (...message: Parameters<typeof run>): string | undefined =>
    linesIn(itemsOf(run(...message))).at(-1)?.source.label;
  expect(labelOf("read", { path: "src/a.ts" }, "const valve = 7;")).toBe("src/a.ts: ");
  expect(labelOf("edit", { path: "src/a.ts" }, "Edited it.")).toBe("src/a.ts: ");
  expect(labelOf("bash", { command: "npm  test" }, "12 passed")).toBe("$ npm test: ");
  expect(labelOf("bash", { command: "npm test" }, "3 failed", { failed: true })).toBe(
    "$ npm test (failed): ",
  );
  expect(labelOf("bash", { command: "user: x" }, "12 passed")).toBe("$ `user: x`: ");
  expect(labelOf("grep", { pattern: "valve" }, "a.ts has it")).toBe("`valve`: ");
  const patch = "*** Begin Patch\n*** Update File: src/a.ts\n+const valve = 7;\n*** End Patch";
  expect(labelOf("apply_patch", { patch }, "Patched it.")).toBe("`apply_patch`: ");
  expect(labelOf("ping", {}, "no answer", { failed: true })).toBe("`ping` (failed): ");
});

test("lines of a result belong to their call, in order, and know their origin", () => {
  const edit = { path: "src/a.ts", content: "const valve = 7;\n".repeat(30) };
  const lines = linesIn(itemsOf(run("write", edit, "Wrote it.\nAll of it.")));
  expect([...new Set(lines.map(({ origin }) => origin))]).toEqual([
    "arguments",
    "change",
    "result",
  ]);
  const [call, ...others] = lines;
  expect(others.every(({ source }) => source.call === call?.source)).toBe(true);
  expect(lines.slice(-2).map(({ place }) => place)).toEqual([0, 1]);
  expect(lines.at(-1)?.source).toBe(lines.at(-2)?.source);
});
