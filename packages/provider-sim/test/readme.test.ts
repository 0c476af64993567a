import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { rulesText } from "../src/rules/rule-table.ts";

const folder = join(import.meta.dirname, "..");
const readme = await readFile(join(folder, "README.md"), "utf8");
const rulesPage = await readFile(join(folder, "../../docs/provider-sim-rules.md"), "utf8");

test("the rules page contains the tables that the command prints", () => {
  const shown = /<!-- rules -->\n\n([^]*?)\n<!-- \/rules -->/.exec(rulesPage)?.[1];
  const cells = (text = ""): string => text.replaceAll(/ {2,}/g, " ").replaceAll(/-{2,}/g, "---");
  expect(cells(shown)).toBe(cells(rulesText()));
});

test("the README's first example runs and prints its comments", async () => {
  const example = /```ts\n([^]*?)```/.exec(readme)?.[1] ?? "";
  const expected = [...example.matchAll(/\/\/ (.+)$/gm)].map(([, line]) => line);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--conditions=@cutpoint/source",
      "--input-type=module-typescript",
      "--disable-warning=ExperimentalWarning",
      "--eval",
      example,
    ],
    { cwd: folder },
  );
  expect(stdout.trim().split("\n")).toEqual(expected);
});
