import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { rulesText } from "../src/rules/rule-table.ts";

const folder = join(import.meta.dirname, "..");
const readme = await readFile(join(folder, "README.md"), "utf8");

test("the README's tables are those that the command prints", () => {
  const shown = /<!-- rules -->\n\n([^]*?)\n<!-- \/rules -->/.exec(readme)?.[1];
  const cells = (text = ""): string => text.replaceAll(/ {2,}/g, " ").replaceAll(/-{2,}/g, "---");
  expect(cells(shown)).toBe(cells(rulesText()));
});

test("the README's first listing runs and prints what it says", async () => {
  const listing = /```ts\n([^]*?)```/.exec(readme)?.[1] ?? "";
  const promised = [...listing.matchAll(/\/\/ (.+)$/gm)].map(([, line]) => line);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--conditions=@cutpoint/source",
      "--input-type=module-typescript",
      "--disable-warning=ExperimentalWarning",
      "--eval",
      listing,
    ],
    { cwd: folder },
  );
  expect(stdout.trim().split("\n")).toEqual(promised);
});
